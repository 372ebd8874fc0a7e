import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentPreview } from '#common/payments/payment-preview.api.ts';
import type { Receipt } from '#common/payments/receipts.api.ts';
import { fromWireAmount } from '#common/core/money.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { type SubmissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, codeOf, createPaymentScene, type PaymentScene, withDetails } from '#tests/builders/payment-scene.ts';

/** Li Wei's loan: nothing is due before December 12, and some interest has accrued. */
let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene({ options: { 'paymentOptions.allowPrincipalOnlyPayments': true } });
});

afterAll(() => scene.testApp.close());

const toPrincipal = (body: SubmissionBody, AdditionalPrincipalAmount: number) =>
  withDetails(body, { PaymentAmount: 0, AdditionalPrincipalAmount });

async function findLoan() {
  const { host, clock } = scene.testApp.services;
  const loan = await host.findLoan('400102', scene.loan, clock.today());
  if (!loan) throw new Error('The loan is missing');
  return loan;
}

async function withLoan<Answer>(column: string, value: string, work: () => Promise<Answer>): Promise<Answer> {
  const { database } = scene.testApp.services;
  const set = (to: unknown) =>
    sql`update loans set ${sql.ref(column)} = ${to} from accounts
      where accounts.account_id = loans.account_id and account_number = ${scene.loan}`.execute(database);
  const { rows } = await sql<{ before: unknown }>`select ${sql.ref(column)} as before from loans
    join accounts using (account_id) where account_number = ${scene.loan}`.execute(database);
  await set(value);
  try {
    return await work();
  } finally {
    await set(rows[0]?.before);
  }
}

describe('a principal-only payment', () => {
  test.each(['Card', 'ACH'] as const)('by %s lowers the principal, and nothing else', async (type) => {
    const before = await findLoan();
    expect(before.interestDueCents).toBeGreaterThan(0);
    const body = type === 'Card' ? await scene.cardSubmission(1) : await scene.achSubmission(1);
    const submit = type === 'Card' ? scene.calls.submitCard : scene.calls.submitAch;
    const answer = await submit(toPrincipal(body, 150), crypto.randomUUID());
    expect(answer).toMatchObject({ HasNoErrors: true });
    const after = await findLoan();
    expect(after).toMatchObject({
      principalCents: before.principalCents - 15_000,
      interestDueCents: before.interestDueCents,
      totalDueCents: before.totalDueCents,
      dueOn: before.dueOn,
    });
    const url = `/api/AccountHistory?accountNumber=${scene.loan}&days=1`;
    const { List } = (await scene.caller.call({ method: 'GET', url })).json<{ List: object[] }>();
    expect(List[0]).toMatchObject({
      TransactionDescription: `Principal-only payment, ${type === 'Card' ? 'Card' : 'E-Check'}`,
      PrincipalAmount: 150,
      InterestAmount: 0,
      OtherAmount: 0,
    });
  });

  test('is previewed, receipted and emailed with the same parts', async () => {
    const body = toPrincipal(await scene.achSubmission(1), 80);
    const { Method: _method, ...payment } = body.Payment;
    const preview = await scene.calls.post<PaymentPreview>('/api/PaymentPreview', {
      Payment: payment,
      Method: { IsCard: false, DebitCreditType: null, IsSingleUse: true, LastFour: '6354' },
      RecurringDetails: null,
    });
    const parts = { PaymentAmount: 0, AdditionalPrincipalAmount: 80, TotalAmount: 80 + achFee };
    expect(preview).toMatchObject({ ...parts, FirstPartyFee: achFee, Effects: ['PrincipalOnly'] });
    expect(preview.Outcome).toMatchObject({ FeesPaid: 0, InterestPaid: 0, PrincipalPaid: 80 });
    const withPreview = { ...body, Preview: preview.Preview };
    const { ReferenceNumber = '' } = await scene.calls.submitAch(withPreview, crypto.randomUUID());
    const address = `/api/Receipt?ReferenceNumber=${ReferenceNumber}`;
    const receipt = (await scene.caller.call({ method: 'GET', url: address })).json<Receipt>();
    expect(receipt).toMatchObject({ ...parts, Fee: achFee });
    const [mail] = await listNewestMessages(scene.testApp.services, 1);
    expect(mail?.body).toContain('Principal Only: $80.00\nFee: $2.00\nConfirmation Number');
    expect(mail?.body).toContain('Applied to interest: $0.00\nApplied to principal: $80.00');
    expect(mail?.body).not.toContain('Amount: $0.00');
  });

  test('that is returned is taken back completely', async () => {
    const before = await findLoan();
    await scene.calls.submitAch(toPrincipal(await scene.achSubmission(1), 60), crypto.randomUUID());
    const { services } = scene.testApp;
    const { rows } = await sql<{ payment_id: string }>`
      select payment_id from payments order by created_at desc, payment_id desc limit 1`.execute(services.database);
    const { today: effectiveOn, at: postedAt } = services.clock.moment();
    await services.host.reversePayment({ paymentId: rows[0]?.payment_id ?? '', effectiveOn, postedAt });
    expect(await findLoan()).toEqual(before);
  });

  test.each<[string, string, string]>([
    ['PrincipalOnlyDueFirst', 'next_due_on', '2026-11-21'],
    ['PrincipalOnlyDueFirst', 'next_due_on', '2026-11-12'],
    ['PrincipalOnlyDueFirst', 'late_charges_cents', '2500'],
    ['ContactUs', 'in_dispute', 'true'],
  ])('is refused with %s when %s is %s', async (code, column, value) => {
    const body = toPrincipal(await scene.achSubmission(1), 50);
    const before = await scene.effects();
    const answer = await withLoan(column, value, () => scene.calls.submitAch(body, crypto.randomUUID()));
    expect(codeOf(answer)).toBe(code);
    expect(await scene.effects()).toEqual(before);
  });

  test('above the principal is refused, also where the payoff is higher', async () => {
    const { principalCents, payoffCents } = await findLoan();
    expect(payoffCents).toBeGreaterThan(principalCents);
    const body = toPrincipal(await scene.achSubmission(1), (principalCents + 1) / 100);
    expect(fromWireAmount(body.Payment.Details.AdditionalPrincipalAmount)).toBe(principalCents + 1);
    expect(codeOf(await scene.calls.submitAch(body, crypto.randomUUID()))).toBe('PaymentAmountMaximumError');
  });

  test('is neither scheduled nor recurring, and not taken where it is switched off', async () => {
    const body = toPrincipal(await scene.achSubmission(1), 50);
    const later = withDetails(body, { PaymentDate: '2026-11-25', FirstPartyFee: 1 });
    expect(codeOf(await scene.calls.post('/api/PaymentScheduled/SubmitAch', later))).toBe('PaymentDateMaximumError');
    const recurring = {
      ...withDetails(body, { PaymentDate: '2026-11-25', FirstPartyFee: 0 }),
      RecurringDetails: { RecurringOption: 'DayOfMonth', DaysBeforeDue: 0 },
    };
    const refused = await scene.calls.post<{ Errors: { ErrorMessage: string }[] }>(
      '/api/PaymentRecurring/SubmitAch',
      recurring,
    );
    expect(codeOf(refused)).toBe('PaymentAmountMinimumError');
    const off = await scene.callsUnder({ 'paymentOptions.allowPrincipalOnlyPayments': false });
    expect(codeOf(await off.submitAch(body, crypto.randomUUID()))).toBe('Invalid');
  });

  test('with nothing to pay is refused', async () => {
    const ach = toPrincipal(await scene.achSubmission(1), 0);
    expect(codeOf(await scene.calls.submitAch(ach, crypto.randomUUID()))).toBe('PaymentAmountMinimumError');
  });
});
