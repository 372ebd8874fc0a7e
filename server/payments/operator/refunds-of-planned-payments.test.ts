import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { selectExpected } from '#server/payments/schedules/due-sets.queries.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { achBody, cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, debitFee, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';
import { refundPayment } from './refund-payment.command.ts';

/** Saturday, November 21, 2026. */
const monday = '2026-11-23';
const decision = { by: 'op', reason: 'Paid twice' };

let scene: PaymentScene;
let services: Services;

beforeAll(async () => {
  scene = await createPaymentScene({ options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  ({ services } = scene.testApp);
});

afterAll(() => scene.testApp.close());

let movedDays = 0;

afterEach(() => {
  scene.testApp.clock.moveOn({ hours: -24 * movedDays });
  movedDays = 0;
});

async function recurWeekly(type: 'Card' | 'ACH'): Promise<string> {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  if (type === 'Card') await calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan));
  const saved = (await calls.methods(scene.loan)).find(({ IsCard }) => IsCard);
  const method = type === 'Card' ? { ProfileId: saved?.CardInfo?.ProfileId } : achBody(scene.loan);
  const parts = { info, loginName: 'li.wei', amount: 40, method, fee: type === 'Card' ? debitFee : 0 };
  const body = {
    ...withDetails(submissionBody(parts), { PaymentDate: monday }),
    RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 },
  };
  const url = `/api/PaymentRecurring/Submit${type === 'Card' ? 'Card' : 'Ach'}`;
  const answer = await calls.post<{ HasNoErrors: boolean; ReferenceNumber: string }>(url, body);
  expect(answer).toMatchObject({ HasNoErrors: true });
  return answer.ReferenceNumber;
}

/** A week passes; returns the payment that was drawn. */
async function drawNext(): Promise<string> {
  scene.testApp.clock.moveOn({ hours: 7 * 24 });
  movedDays += 7;
  await runDuePayments(services, new AbortController().signal);
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from payments where timing = 'recurring' and account_number = ${scene.loan}
    order by payment_id desc limit 1`.execute(services.database);
  return rows[0]?.id ?? '';
}

const refund = (paymentId: string) =>
  inTransaction(services.database, (transaction) => refundPayment(services, transaction, paymentId, decision));

const bankReturns = (paymentId: string) =>
  inTransaction(services.database, (transaction) => returnPayment(services, transaction, paymentId, 'R01'));

async function stateOf(referenceNumber: string) {
  const { rows } = await sql<{ state: string }>`
    select state from recurring_payments where reference_number = ${referenceNumber}`.execute(services.database);
  return rows[0]?.state;
}

async function end(referenceNumber: string): Promise<void> {
  await sql`update recurring_payments set state = 'cancelled' where reference_number = ${referenceNumber}`.execute(
    services.database,
  );
}

describe.each(['Card', 'ACH'] as const)('a recurring payment by %s', (type) => {
  test('goes on after staff refunded two of its payments in a row, and the customer is not told that they failed', async () => {
    await sql`delete from outbox_messages`.execute(services.database);
    const referenceNumber = await recurWeekly(type);
    for (let week = 0; week < 2; week += 1) expect(await refund(await drawNext())).toMatchObject({ ok: true });
    expect(await stateOf(referenceNumber)).toBe('active');
    // Otherwise the loan would get a late charge although its payment goes on.
    const today = services.clock.today();
    expect((await selectExpected(services.database, [scene.loan], today)).get(scene.loan)).toBe(4_000);
    const subjects = (await listNewestMessages(services, 12)).map(({ subject }) => subject);
    expect(subjects).not.toContain('Your recurring payment has ended');
    expect(subjects).not.toContain("Your recurring payment didn't go through");
    const third = await drawNext();
    const { rows } = await sql`select state, amount_cents from payments where payment_id = ${third}`.execute(
      services.database,
    );
    expect(rows).toEqual([{ state: 'posted', amount_cents: 4_000 }]);
    await end(referenceNumber);
  });

  test('ends after two failures in a row, also with a refund between them', async () => {
    const referenceNumber = await recurWeekly(type);
    await bankReturns(await drawNext());
    await refund(await drawNext());
    expect(await stateOf(referenceNumber)).toBe('active');
    await bankReturns(await drawNext());
    expect(await stateOf(referenceNumber)).toBe('stopped');
  });
});
