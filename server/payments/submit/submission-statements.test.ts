import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { preparePayer } from '#tests/builders/prepare-payer.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { type Borrower, makeCrowd } from '#tests/faults/crowd.ts';
import { type StatementWatch, watchStatements } from '#tests/support/watch-statements.ts';

let watch: StatementWatch;
let testApp: TestApp;
let crowd: Borrower[];

beforeAll(async () => {
  watch = watchStatements();
  testApp = await createTestApp();
  crowd = await makeCrowd(4, testApp.services);
});

afterAll(async () => {
  await testApp.close();
  watch.stop();
});

/**
 * With the receipt; the numbers may only fall, and none may be over 14. A card is charged between two transactions. A
 * bank account typed in is counted before it is looked up, under the limits on guessing.
 */
test.runIf(inject('testDatabases').kind === 'postgres').each([
  ['a saved bank account', 'Ach', 'saved', 12],
  ['a bank account typed in', 'Ach', 'typed', 14],
  ['a saved card', 'Card', 'saved', 13],
  ['a card typed in', 'Card', 'typed', 13],
] as const)('a payment from %s costs no more statements than before', async (_name, kind, from, count) => {
  const app = await createApp({ ...testApp.services, metrics: createMetrics() });
  const borrower = crowd.pop();
  if (!borrower) throw new Error('No borrower is left to pay');
  const { body } = await preparePayer(app, borrower, { kind, from });
  watch.takeStatements();
  const url = `/api/PaymentImmediate/Submit${kind}`;
  const headers = { ...borrower.headers, 'idempotency-key': crypto.randomUUID() };
  const answer = await app.inject({ method: 'POST', url, headers, payload: body });
  expect(answer.json()).toMatchObject({ HasNoErrors: true });
  const statements = watch.takeStatements().map(({ sql }) => sql.replaceAll(/\s+/g, ' ').trim().slice(0, 80));
  expect(statements.length, statements.join('\n')).toBe(count);
});
