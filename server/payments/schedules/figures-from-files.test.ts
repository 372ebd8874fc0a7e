import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { updateBooks } from '#server/host/books/import/update-books.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { csv } from '#tests/builders/import-scene.ts';
import { achBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, withDetails } from '#tests/builders/payment-scene.ts';

/** Saturday, November 21, 2026, 10:00. */
const friday = day('2026-11-20');

const paidOff = {
  account_number: '101-005520-1',
  original_amount: '18200',
  credit_limit: '',
  principal: '0',
  billing_frequency: 'Monthly',
  installment: '426.51',
  due_day: '12',
  next_due_on: '',
  partial_paid: '',
  interest_accrued_through: '2026-11-20',
  accrued_interest: '',
  late_charges: '',
  other_fees: '',
  term_payments: '',
  maturity_on: '',
  loan_type: '',
};

test("a recurring payment ends without drawing when the core's file says that the loan is paid off", async () => {
  const scene = await createPaymentScene({ options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  const { services, clock } = scene.testApp;
  try {
    const info = await scene.calls.info(scene.loan);
    const parts = { info, loginName: 'li.wei', amount: 40, method: achBody(scene.loan), fee: 0 };
    const weekly = { RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 } };
    const body = { ...withDetails(submissionBody(parts), { PaymentDate: '2026-11-23' }), ...weekly };
    expect(await scene.calls.post('/api/PaymentRecurring/SubmitAch', body)).toMatchObject({ HasNoErrors: true });
    const before = await scene.effects();

    const choices = { asOf: friday, maxChangedPercent: 100, maxLeftOutPercent: 100 };
    const report = await updateBooks(services, { loans: Readable.from([csv(paidOff).join('\n')]) }, choices);
    expect(report).toMatchObject({ problems: [], updated: 1, changed: 1 });
    clock.moveOn({ hours: 48 });
    await runDuePayments(services, new AbortController().signal);

    const { rows } = await sql`select state from recurring_payments where account_number = ${scene.loan}`.execute(
      services.database,
    );
    expect(rows).toEqual([{ state: 'finished' }]);
    expect(await scene.effects()).toMatchObject({ payments: before.payments, entries: before.entries });
  } finally {
    await scene.testApp.close();
  }
});
