import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import { discloseReturnFee } from '#server/institution/disclose-return-fee.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { auditOf, enterStaff, withDesk } from '#tests/builders/desk-journey.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';
import { achBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { withDetails } from '#tests/builders/payment-scene.ts';
import { returned, returnFile } from '#tests/builders/return-file.ts';
import type { Options } from '#common/contract/all-options.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { previewReturns, takeReturns } from './take-returns.command.ts';

const customerId = '400102';
const [first, second] = ['411001010000001', '411001010000002'] as const;
const FEE = 'charges a returned payment fee of $30.00';

const feeFrom = (from: string, fee = 30) => ({
  'paymentOptions.returnedPaymentFee': fee,
  'paymentOptions.returnedPaymentFeeFrom': day(from),
});
const withFee = feeFrom('2026-11-01');

let scene: EndOfDayScene;
let services: Services;

async function open(options: Partial<Options>): Promise<void> {
  scene = await createEndOfDayScene({ ...withDesk, options });
  ({ services } = scene.testApp);
  // As the words are when the institution is loaded with these options.
  const { institution } = services;
  Object.assign(institution, { texts: discloseReturnFee(institution.texts, institution.options) });
}

/** Two drafts of one loan, of $43.00 and $44.00 with their fees, are on their way to the bank. */
async function begin(options: Partial<Options>): Promise<void> {
  await open(options);
  for (const amount of [41, 42]) await scene.payByDraft(amount);
  scene.clockAt('2026-11-23T17:05:00-05:00');
  await closeBusinessDays(services, new AbortController().signal);
  scene.clockAt('2026-11-25T09:00:00-05:00');
}

afterEach(() => scene.testApp.close());

const fileOf = (code: string, trace: string = first, amount = 4_300) => returnFile([returned(trace, amount, code)]);

async function loanNow(): Promise<HostLoan> {
  const loan = await services.host.findLoan(customerId, scene.loan, services.clock.today());
  if (!loan) throw new Error('Li Wei has no loan');
  return loan;
}

async function effectsOf(run: typeof takeReturns, file: string): Promise<readonly string[]> {
  const taken = await run(services, file);
  return taken.ok ? taken.value.notices.flatMap(({ effects }) => effects) : [taken.error];
}

describe('where the institution charges a fee for returned payments', () => {
  beforeEach(() => begin(withFee));

  it('the preview says so, the fee is charged once with the return, and the customer is told', async () => {
    const before = await loanNow();
    expect(await effectsOf(previewReturns, fileOf('R01'))).toEqual([FEE]);
    expect(await loanNow()).toEqual(before);

    expect(await effectsOf(takeReturns, fileOf('R01'))).toEqual([FEE]);
    const after = await loanNow();
    expect(after.otherFeesCents).toBe(before.otherFeesCents + 3_000);
    expect(after.totalDueCents).toBeGreaterThanOrEqual(before.totalDueCents + 3_000);
    const payoff = await services.host.quotePayoff(customerId, scene.loan, services.clock.today());
    expect(payoff?.otherFeesCents).toBe(after.otherFeesCents);
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.body).toContain(
      '(R01). We reversed the payment on your loan and charged a returned payment fee of $30.00.',
    );
    const history = await services.host.listHistory(customerId, scene.loan, { since: null, limit: 5, before: null });
    expect(history[0]).toMatchObject({ description: 'Returned payment fee', otherCents: -3_000, returned: false });
    expect(history[1]).toMatchObject({ description: 'Payment returned' });
    const { rows } = await sql`
      select ledger_code as code, amount_cents as cents from transfers join postings using (transfer_id)
      where description = 'Returned payment fee' and effective_on = '2026-11-25' order by line`.execute(
      services.database,
    );
    expect(rows).toEqual([
      { code: 1130, cents: 3_000 },
      { code: 4030, cents: -3_000 },
    ]);
    expect(await auditOf(scene.testApp, 'payment-returned')).toMatchObject([{ code: 'R01', returnFeeCents: 3_000 }]);

    for (const code of ['R01', 'R09']) expect(await effectsOf(takeReturns, fileOf(code))).toEqual([]);
    expect((await loanNow()).otherFeesCents).toBe(after.otherFeesCents);
    expect(await findImbalances(services.database)).toEqual([]);
  });

  it('each payment that comes back has its own fee', async () => {
    const before = await loanNow();
    const file = returnFile([returned(first, 4_300, 'R01'), returned(second, 4_400, 'R09')]);
    expect(await effectsOf(takeReturns, file)).toEqual([FEE, FEE]);
    expect((await loanNow()).otherFeesCents).toBe(before.otherFeesCents + 6_000);
  });

  it.each(['R02', 'R03', 'R04', 'R08', 'R10'])(
    'a return for %s, which is not a lack of money, costs nothing',
    async (code) => {
      const before = await loanNow();
      expect(await effectsOf(takeReturns, fileOf(code))).not.toContain(FEE);
      expect((await loanNow()).otherFeesCents).toBe(before.otherFeesCents);
      const [mail] = await listNewestMessages(services, 1);
      expect(mail?.body).not.toContain('fee');
    },
  );

  it.each([
    ['is in bankruptcy', sql`update accounts set hold_code = 'BKR' where account_number = '101-005520-1'`],
    [
      'is in dispute',
      sql`update loans set in_dispute = true from accounts a
      where a.account_id = loans.account_id and account_number = '101-005520-1'`,
    ],
    [
      'is charged off',
      sql`update loans set charged_off_on = '2026-11-24', charged_off_cents = 1 from accounts a
      where a.account_id = loans.account_id and account_number = '101-005520-1'`,
    ],
    [
      'has figures from files of a core',
      sql`update accounts set figures_as_of = '2026-11-24'
      where account_number = '101-005520-1'`,
    ],
  ])('a loan that %s is not charged, as with late charges', async (_what, change) => {
    const before = await loanNow();
    await change.execute(services.database);
    expect(await effectsOf(previewReturns, fileOf('R01'))).toEqual([]);
    expect(await effectsOf(takeReturns, fileOf('R01'))).toEqual([]);
    expect((await loanNow()).otherFeesCents).toBe(before.otherFeesCents);
  });

  it('a core that does not offer the fee is not asked to charge it', async () => {
    const { reversePayment: reverse } = services.host;
    const { takesReturnFee: _offered, ...loan } = await loanNow();
    const listLoans = () => Promise.resolve([{ customerId, loan, hidden: false }]);
    const asked: unknown[] = [];
    const reversePayment: typeof reverse = (reversal) => {
      asked.push(reversal.returnFeeCents);
      return reverse(reversal);
    };
    await scene.testApp.withHost({ listLoans, reversePayment }, async () => {
      expect(await effectsOf(takeReturns, fileOf('R01'))).toEqual([]);
    });
    expect(asked).toEqual([undefined]);
  });

  it('the fee is waived at the desk like a late charge, and is no more in what is owed', async () => {
    await effectsOf(takeReturns, fileOf('R01'));
    const charged = await loanNow();
    const { operations } = await enterStaff(scene.testApp, customerId);
    const url = `/api/desk/late-charges?customerId=${customerId}&accountNumber=${scene.loan}`;
    const { charges } = (await operations.get(url)).json();
    expect(charges[0]).toMatchObject({ kind: 'returnedPayment', amountCents: 3_000, owed: true, needsApproval: false });
    const body = { customerId, accountNumber: scene.loan, chargeId: charges[0].chargeId, reason: 'First time' };
    expect((await operations.post('/api/desk/late-charges/waive', body)).json()).toEqual({ outcome: 'waived' });
    const after = await loanNow();
    expect(after.otherFeesCents).toBe(charged.otherFeesCents - 3_000);
    expect(after.lateChargesCents).toBe(charged.lateChargesCents);
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.subject).toBe('We waived a returned payment fee');
    const history = await services.host.listHistory(customerId, scene.loan, { since: null, limit: 2, before: null });
    expect(history).toMatchObject([
      { description: 'Returned payment fee waived', otherCents: 3_000 },
      { description: 'Returned payment fee', returned: false },
    ]);
    expect(await effectsOf(takeReturns, fileOf('R01'))).toEqual([]);
    expect((await loanNow()).otherFeesCents).toBe(after.otherFeesCents);
    expect(await findImbalances(services.database)).toEqual([]);
  });

  it('a fee above the limit is waived once a second person approves', async () => {
    await effectsOf(takeReturns, fileOf('R01'));
    const { operations } = await enterStaff(scene.testApp, customerId);
    const charges = await services.host.listLateCharges(customerId, scene.loan);
    const chargeId = charges.find(({ kind }) => kind === 'returnedPayment')?.chargeId;
    await scene.testApp.withOptions({ 'deskOptions.lateChargeWaivedAlone': 29.99 }, async () => {
      const body = { customerId, accountNumber: scene.loan, chargeId, reason: 'First time' };
      expect((await operations.post('/api/desk/late-charges/waive', body)).json()).toEqual({ outcome: 'asked' });
      const { open } = (await operations.get('/api/desk/approvals')).json();
      expect(Object.keys(open[0].before)).toEqual([`Returned payment fee of 11/25/2026 on loan ${scene.loan}`]);
    });
  });

  it('the interest of the year is without it, and a statement has it among the fees', async () => {
    const interest = async () =>
      (await services.ledgerReports?.listLoanInterest(2026))?.find(({ accountNumber }) => accountNumber === scene.loan)
        ?.interestCents;
    const fees = async () => {
      const period = {
        from: day('2026-11-01'),
        through: day('2026-11-30'),
        yearStartsAt: Temporal.Instant.from('2026-01-01T05:00:00Z'),
        startsAt: Temporal.Instant.from('2026-11-01T04:00:00Z'),
        endsAt: Temporal.Instant.from('2026-12-01T05:00:00Z'),
      };
      return (await services.host.readStatement(customerId, scene.loan, period))?.yearToDate.feesChargedCents ?? 0;
    };
    const before = { interest: await interest(), fees: await fees() };
    const paid = await sql<{ cents: number }>`
      select -sum(postings.amount_cents)::bigint as cents from ach_entries e join transfers t on t.payment_id = e.payment_id::text
        join postings using (transfer_id) where e.trace_number = ${first} and ledger_code = 4010`.execute(
      services.database,
    );
    await effectsOf(takeReturns, fileOf('R01'));
    expect(await fees()).toBe(before.fees + 3_000);
    expect(await interest()).toBe((before.interest ?? 0) - cents(paid.rows[0]?.cents ?? 0));
  });

  it.each([
    ['options', { 'paymentOptions.returnedPaymentFeeCodes': ['R10'] }, 'R10', true],
    ['options', { 'paymentOptions.returnedPaymentFeeCodes': ['R10'] }, 'R01', false],
    ['no amount', { 'paymentOptions.returnedPaymentFee': null }, 'R01', false],
    ['an amount of zero', { 'paymentOptions.returnedPaymentFee': 0 }, 'R01', false],
  ] as const)("the codes and the amount are the institution's: %s %o, %s", async (_what, options, code, isCharged) => {
    await scene.testApp.withOptions(options, async () => {
      const effects = await effectsOf(previewReturns, fileOf(code));
      expect(effects.includes(FEE)).toBe(isCharged);
    });
  });
});

describe('only an authorization that named the fee lets it be charged', () => {
  const charged = (from: string, trace: string, amount: number) =>
    scene.testApp.withOptions(feeFrom(from), async () =>
      (await effectsOf(previewReturns, fileOf('R01', trace, amount))).includes(FEE),
    );

  /** As another edit of the planned payment records it. */
  const authorizeAgain = (id: string | undefined, at: string) =>
    sql`
    insert into draft_authorizations
      (authorized, user_id, customer_id, words, total_cents, pay_on, last_four, authorized_at, ip_address)
    select ${id}::uuid, user_id, customer_id, words, total_cents, pay_on, last_four, ${at}::timestamptz, ip_address
    from draft_authorizations order by authorization_id desc limit 1`.execute(services.database);

  it('of a single payment, on or after its day, the last one counting', async () => {
    await begin(withFee);
    expect(await charged('2026-11-21', first, 4_300)).toBe(true);
    expect(await charged('2026-11-22', first, 4_300)).toBe(false);
    const { rows } = await sql<{ id: string }>`
      select payment_id as id from ach_entries where trace_number = ${first}`.execute(services.database);
    await authorizeAgain(rows[0]?.id, '2026-11-23T12:00:00-05:00');
    expect(await charged('2026-11-22', first, 4_300)).toBe(true);
    expect(await charged('2026-11-22', second, 4_400), 'another payment').toBe(false);
  });

  it('in the words that were kept with it, whatever day the institution sets', async () => {
    await begin({});
    expect(await charged('2026-11-01', first, 4_300)).toBe(false);
  });

  it('as high as it is charged: a raised one whose day was left costs nothing, a lowered one is charged', async () => {
    await begin(withFee);
    const effects = (fee: number) =>
      scene.testApp.withOptions(feeFrom('2026-11-01', fee), () => effectsOf(previewReturns, fileOf('R01')));
    expect(await effects(30.01)).toEqual([]);
    expect(await effects(25)).toEqual(['charges a returned payment fee of $25.00']);
  });

  it('of a recurring payment, when it was set up or changed before the draft was made', async () => {
    await open({ ...withFee, 'globalOptions.requireAchDraftAgreementOption': false });
    const calls = await scene.signIn();
    const info = await calls.info(scene.loan);
    const parts = { info, loginName: 'li.wei', amount: 50, method: achBody(scene.loan), fee: 0 };
    const body = withDetails(submissionBody(parts), { PaymentDate: '2026-11-23' });
    const recurring = { ...body, RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 } };
    expect(await calls.post('/api/PaymentRecurring/SubmitAch', recurring)).toMatchObject({ HasNoErrors: true });
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, new AbortController().signal);
    scene.clockAt('2026-11-25T09:00:00-05:00');
    expect(await charged('2026-11-21', first, 5_000)).toBe(true);
    expect(await charged('2026-11-22', first, 5_000)).toBe(false);
    const { rows } = await sql<{ id: string }>`
      select recurring_id as id from payments where recurring_id is not null`.execute(services.database);
    await authorizeAgain(rows[0]?.id, '2026-11-24T12:00:00-05:00');
    expect(await charged('2026-11-22', first, 5_000), 'changed after the draft').toBe(false);
    await authorizeAgain(rows[0]?.id, '2026-11-22T12:00:00-05:00');
    expect(await charged('2026-11-22', first, 5_000), 'changed before the draft').toBe(true);
    const agree = (words: string, at: string) =>
      sql`
      insert into draft_agreements
        (agreement_id, user_id, customer_id, account_number, recurring_id, html, text_hash, agreed_at, ip_address)
      select gen_random_uuid(), user_id, customer_id, account_number, recurring_id,
        ${`<p>I authorize it. ${words}</p><dl><dt>Amount</dt><dd>$50.00</dd></dl>`}::text, '\\x00', ${at}::timestamptz, '::1'
      from payments where recurring_id is not null`.execute(services.database);
    await agree('', '2026-11-22T13:00:00-05:00');
    expect(await charged('2026-11-22', first, 5_000), 'its terms are no fee').toBe(false);
    await agree('I may be charged $30.00.', '2026-11-22T14:00:00-05:00');
    expect(await charged('2026-11-22', first, 5_000), 'agreed to').toBe(true);
  });
});

it('without the option a return costs nothing', async () => {
  await begin({});
  const before = await loanNow();
  expect(await effectsOf(takeReturns, fileOf('R01'))).toEqual([]);
  expect((await loanNow()).otherFeesCents).toBe(before.otherFeesCents);
});
