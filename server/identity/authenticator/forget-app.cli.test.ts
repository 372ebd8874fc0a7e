import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findAuthenticator, upsertAuthenticator } from './authenticators.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { listDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { forgetAppCommand } from './forget-app.cli.ts';

let test: TestApp;
const said: string[] = [];

beforeAll(async () => {
  test = await createTestApp();
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line: string) => void said.push(line));
  }
});

afterAll(async () => {
  vi.restoreAllMocks();
  await test.close();
});

it('removes a lost app, ends sessions, and tells the customer', async () => {
  const { database, clock } = test.services;
  const browser = new SigningInBrowser(test);
  await browser.logIn('li.wei');
  const { userId } = (await findUserByLogin(database, 'li.wei')) ?? { userId: 0 };
  const app = { userId, secretSealed: new Uint8Array([1]), step: 1, confirmedAt: clock.now() };
  await inTransaction(database, (transaction) => upsertAuthenticator(transaction, app));

  expect(await forgetAppCommand.run(['li.wei'], test.services), 'without --by').toBe(2);
  expect(await findAuthenticator(database, userId)).toBeDefined();
  said.length = 0;
  expect(await forgetAppCommand.run(['li.wei', '--by', 'Ana Silva'], test.services)).toBe(0);
  expect(await findAuthenticator(database, userId)).toBeUndefined();
  expect(await browser.dashboardStatus()).toBe(401);
  expect(await listDevicesOfUser(database, userId, clock.now())).toEqual([]);
  const [newest] = await listNewestMessages(test.services, 1);
  expect(newest?.body).toContain('Your authenticator app was removed');
  expect(await forgetAppCommand.run(['li.wei', '--by', 'Ana Silva'], test.services)).toBe(0);
  const removed = await database
    .selectFrom('audit_log')
    .select('details')
    .where('event', '=', 'authenticator-removed')
    .execute();
  expect(removed).toEqual([{ details: { by: 'Ana Silva' } }]);
  expect(said).toEqual(['Removed the authenticator app of li.wei.', 'li.wei has no authenticator app.']);
});

it.each([
  [['no.body'], 1],
  [[], 2],
  [['li.wei', 'sam.rivera'], 2],
])('answers %j with %i', async (args, code) => {
  expect(await forgetAppCommand.run([...args, '--by', 'Ana Silva'], test.services)).toBe(code);
});
