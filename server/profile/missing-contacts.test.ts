import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertsToWire } from '#common/accounts/account-details.wire.ts';
import { noAlerts } from '#common/accounts/rules/alerts.ts';
import { createApp } from '#server/app.ts';
import { findContactOnFile } from '#server/identity/credentials/registration-proof.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import type { Services } from '#server/services.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { agreeToTexting } from '#tests/builders/texting-consent.ts';

const allTexts = { ...noAlerts, text: { delinquent: true, statement: true } };

const LOAN = '101-005520-1';

let known: TestApp;
let li: SignedInCaller;
let services: Services;
let app: FastifyInstance;

beforeAll(async () => {
  known = await createTestApp();
  li = await known.signIn('li.wei');
  await agreeToTexting(li);
  const alerts = { ...noAlerts, text: { delinquent: true, statement: false } };
  const payload = { AccountNumber: LOAN, ...alertsToWire(alerts) };
  await li.call({ method: 'POST', url: '/api/AccountAlerts', payload });
  services = {
    ...known.services,
    metrics: createMetrics(),
    host: { ...known.services.host, findContacts: async () => undefined },
  };
  app = await createApp(services);
});

afterAll(async () => {
  await app.close();
  await known.close();
});

describe("a host without a customer's contacts", () => {
  test.each([
    ['the profile', 'GET', '/api/Profile', undefined],
    ['a loan with text alerts', 'GET', `/api/AccountDetails?accountNumber=${LOAN}`, undefined],
    ['a choice of text alerts', 'POST', '/api/AccountAlerts', { AccountNumber: LOAN, ...alertsToWire(allTexts) }],
    ['subscriptions', 'POST', '/api/SolutionsByText/GetSubscriptionInfo', { PhoneNumber: '5550104471' }],
  ] as const)('%s reports a failure, not a missing phone', async (_name, method, url, payload) => {
    const answer = await app.inject({ method, url, headers: li.headers, ...(payload && { payload }) });
    expect(answer.statusCode).toBe(500);
  });

  test('no phone is changed or chosen', async () => {
    const customerId = li.login.CustomerID;
    await expect(findContactOnFile(services, { customerId, emailAddress: '' })).rejects.toThrow('no contact data');
    expect((await known.services.host.findContacts(customerId))?.phones).not.toEqual([]);
  });
});
