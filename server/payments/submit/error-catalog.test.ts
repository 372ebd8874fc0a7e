import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostMessages } from '#common/payments/rules/host-messages.ts';
import type { Options } from '#common/contract/all-options.ts';
import { paymentCalls, type SubmissionAnswer, type SubmissionBody } from '#tests/builders/payment-calls.ts';
import {
  codeOf,
  createPaymentScene,
  type PaymentScene,
  withDetails,
  withPayment,
} from '#tests/builders/payment-scene.ts';

/** Covers the errors of P 8 that have no test of their own feature. */
let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
});

afterAll(() => scene.testApp.close());

const newKey = () => crypto.randomUUID();

async function withLoan<Answer>(change: string, work: () => Promise<Answer>): Promise<Answer> {
  const { database } = scene.testApp.services;
  const loan = sql`(select account_id from accounts where account_number = ${scene.loan})`;
  const [column = ''] = change.split(' ');
  const { rows } = await sql<Record<string, unknown>>`select * from loans where account_id = ${loan}`.execute(database);
  await sql`update loans set ${sql.raw(change)} where account_id = ${loan}`.execute(database);
  const answer = await work();
  await sql`update loans set ${sql.ref(column)} = ${rows[0]?.[column]} where account_id = ${loan}`.execute(database);
  return answer;
}

test.each([
  ['Security does not allow online payments.', 'online_blocked = true', hostMessages.onlinePaymentsNotAllowed],
  ['Security does not allow online ACH payments.', 'ach_blocked = true', hostMessages.onlineAchNotAllowed],
])("the host's error is shown: %s", async (_words, change, expected) => {
  const body = await scene.achSubmission(21);
  expect(codeOf(await withLoan(change, () => scene.calls.submitAch(body, newKey())))).toBe(expected);
});

test("the host's security error is shown for a delinquent loan it blocks", async () => {
  const body = await scene.achSubmission(21);
  const answer = await withLoan("next_due_on = '2026-09-01'", () =>
    withLoan('online_blocked = true', () => scene.calls.submitAch(body, newKey())),
  );
  expect(codeOf(answer)).toBe(hostMessages.noSecurityForOnlinePayments);
});

test('reports nightly maintenance with one error for payments and another for changes', async () => {
  const body = await scene.achSubmission(21);
  const margaret = paymentCalls(await scene.testApp.signIn('margaret.okafor'));
  const LoanAccountNumber = '102-000318-8';
  const { EncryptedData: Token, ScheduledPayments } = await margaret.info(LoanAccountNumber);
  const EncryptedString = ScheduledPayments[0]?.EncryptedString;
  const deletion = { Token, Payment: { EncryptedString, LoanAccountNumber } };
  const { database } = scene.testApp.services;
  await sql`update operating_state set maintenance = true`.execute(database);
  const submitted = await scene.calls.submitAch(body, newKey());
  const deleted = await margaret.post<SubmissionAnswer>('/api/PaymentScheduled/DeleteAch', deletion);
  await sql`update operating_state set maintenance = false, quarantined_since = now()`.execute(database);
  const inRestoredCopy = await scene.calls.submitAch(body, newKey());
  await sql`update operating_state set quarantined_since = null`.execute(database);
  expect(codeOf(submitted)).toBe(hostMessages.nightlyMaintenance);
  expect(codeOf(inRestoredCopy)).toBe(hostMessages.nightlyMaintenance);
  expect(codeOf(deleted)).toBe(hostMessages.nightlyProcessing);
});

test.each<[string, Partial<Options>, (body: SubmissionBody) => SubmissionBody, string]>([
  ['SecurityNotAllowed', { 'paymentOptions.blockAchHoldCodes': [''] }, (body) => body, 'SecurityNotAllowed'],
  ['PayOffQuote', {}, (body) => withPayment(body, { IsPayoff: true }), 'PayOffQuote'],
  [
    'PaymentAmountMaximumError',
    {},
    (body) => withDetails(body, { PaymentAmount: 999_999 }),
    'PaymentAmountMaximumError',
  ],
  [
    'PaymentAmountMinimumError',
    { 'paymentOptions.requireMinimumPaymentAmount': true, 'paymentOptions.minimumAchPaymentAmount': 50 },
    (body) => body,
    'PaymentAmountMinimumError',
  ],
  ['PaymentDateMinimumError', { 'paymentOptions.blockImmediateAch': true }, (body) => body, 'PaymentDateMinimumError'],
])('a customer whose payment is refused with %s gets that code', async (_key, options, spoil, expected) => {
  const under = await scene.callsUnder(options);
  expect(codeOf(await under.submitAch(spoil(await scene.achSubmission(21)), newKey()))).toBe(expected);
});

test('PaymentBeforeCutOffTimeError after the cut-off, with a scheduled payment pending or same-day drafts blocked', async () => {
  scene.testApp.clock.moveOn({ hours: 8 });
  const caller = await scene.testApp.signIn('margaret.okafor');
  const info = await paymentCalls(caller).info('102-000318-8');
  expect(info.numScheduledPayments).toBe(1);
  const under = await scene.callsUnder({ 'paymentOptions.blockAfterCutoffWithScheduled': true }, caller);
  expect(codeOf(await under.info('102-000318-8'))).toBe('DisabledPaymentsAfterCutoffTime');
  scene.testApp.clock.moveOn({ hours: -8 });
});

test('BlockedOnPendingRecurring close to a recurring payment', async () => {
  const caller = await scene.testApp.signIn('sam.rivera');
  const weekly = '101-006106-4';
  expect((await paymentCalls(caller).info(weekly)).loanHasRecurringPmt).toBe(true);
  const under = await scene.callsUnder({ 'paymentOptions.blockDaysBeforeRecurring': 14 }, caller);
  expect(codeOf(await under.info(weekly))).toBe('BlockedOnPendingRecurring');
});

test("the processor's decline message is shown unchanged", async () => {
  const body = await scene.cardSubmission(22, { CardNumber: '4000000000000515' });
  expect(codeOf(await scene.calls.submitCard(body, newKey()))).toBe(
    'Generic - Please call the bank that issued your card.',
  );
});
