import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { preparePayer } from '#tests/builders/prepare-payer.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { makeCrowd } from '#tests/faults/crowd.ts';
import { type StatementWatch, watchStatements } from '#tests/support/watch-statements.ts';

let watch: StatementWatch;
let testApp: TestApp;

beforeAll(async () => {
  watch = watchStatements();
  testApp = await createTestApp();
});

afterAll(async () => {
  await testApp.close();
  watch.stop();
});

test.runIf(inject('testDatabases').kind === 'postgres')(
  'a payment from a saved bank account costs 14 statements, with its receipt',
  async () => {
    const { services } = testApp;
    const app = await createApp({ ...services, metrics: createMetrics() });
    const [borrower] = await makeCrowd(1, services);
    if (!borrower) throw new Error('Nobody pays');
    const { body } = await preparePayer(app, borrower);
    watch.takeStatements();
    const url = '/api/PaymentImmediate/SubmitAch';
    const headers = { ...borrower.headers, 'idempotency-key': crypto.randomUUID() };
    const answer = await app.inject({ method: 'POST', url, headers, payload: body });
    expect(answer.json()).toMatchObject({ HasNoErrors: true });
    const statements = watch.takeStatements().map(({ sql }) => sql.replaceAll(/\s+/g, ' ').trim().slice(0, 80));
    expect(statements.length, statements.join('\n')).toBe(14);
  },
);
