import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { listCreditAccounts } from '#server/host/books/credit-accounts.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import {
  createImportScene,
  csv,
  goodCustomer,
  goodLoan,
  goodLoanAccount,
  type ImportScene,
} from '#tests/builders/import-scene.ts';

const today = day('2026-11-21');
const postedAt = Temporal.Instant.from('2026-11-21T16:00:00Z');
const account = { ...goodLoanAccount, opened_on: '2024-01-02', status: 'Charged Off' };
const chargedOff = {
  ...goodLoan,
  principal: '900',
  accrued_interest: '20',
  late_charges: '10',
  next_due_on: '2025-02-01',
  interest_accrued_through: '2025-06-10',
  charged_off_on: '2025-06-10',
  charged_off_amount: '1080',
  charged_off_recovered: '140',
};

let scene: ImportScene;

const importLoan = (
  loan: Readonly<Record<string, string>>,
  choices = {},
  of: Readonly<Record<string, string>> = account,
) =>
  scene.importTexts(
    { customers: csv(goodCustomer), accounts: csv(of), loans: csv(loan) },
    { acceptUnlikely: false, ...choices },
  );

function staff() {
  const { servicing } = scene.host;
  if (!servicing) throw new Error('The books are ours');
  return servicing;
}

const loanOn = (on = today) => scene.host.findLoan('c1', 'l1', on);
const query = { customerId: 'c1', accountNumber: 'l1', on: today };

/** Debits are positive, recoveries as received. */
async function ledgerNow() {
  const { rows } = await sql<{ code: number; sum: number }>`
    select ledger_code as code, sum(amount_cents)::bigint as sum from postings
    group by 1`.execute(scene.destination.database);
  const of = (code: number) => rows.find((row) => row.code === code)?.sum ?? 0;
  return { owed: of(1110) + of(1120) + of(1130), contra: of(1190), recovered: 0 - of(4050), lost: of(5020) };
}

async function creditAccount() {
  const { database, cipher, institution } = scene.destination;
  const page = { through: day('2026-11-30'), after: '', limit: 10 };
  const setting = { timeZone: 'America/New_York', rules: institution.servicing, cipher };
  return (await listCreditAccounts(database, page, setting)).accounts[0];
}

describe('an imported charge-off', () => {
  beforeEach(async () => {
    scene = await createImportScene();
  });
  afterEach(async () => {
    const imbalances = await findImbalances(scene.destination.database);
    await scene.close();
    if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
  });

  it('a loan that the former system charged off stays charged off: nothing is due, earned, charged or drawn', async () => {
    const report = await importLoan(chargedOff);
    expect(report).toMatchObject({ problemCount: 0, unlikely: [], imported: { loans: 1 } });
    expect(await loanOn()).toMatchObject({
      chargedOff: { on: '2025-06-10', amountCents: 108_000 },
      payoffCents: 93_000,
      interestDueCents: 2_000,
      dueOn: null,
      totalDueCents: 0,
      pastDue: false,
      lateCharge: 'none',
      rate: 0,
    });
    expect((await loanOn(day('2027-11-21')))?.payoffCents).toBe(93_000);
    expect(await scene.host.findLoanToDraw('c1', 'l1', today)).toMatchObject({ standing: 'closed' });
    const late = await scene.host.listLateLoans({ on: day('2027-03-01'), after: null, limit: 10 });
    expect(late.accountNumbers).toEqual([]);
    expect(await scene.host.listAccounts('c1', today)).toMatchObject([{ status: 'Charged Off', dueOn: null }]);
    // The loss isn't ours: it is in the books of the former system.
    expect(await ledgerNow()).toEqual({ owed: 91_000, contra: -91_000, recovered: 0, lost: 0 });
    expect(await staff().projectChargeOff(query)).toMatchObject({
      obstacle: 'ChargedOffAlready',
      recoveredCents: 14_000,
    });
    const history = await scene.host.listHistory('c1', 'l1', { since: null, limit: 10, before: null });
    expect(history.map(({ description }) => description)).toEqual(['Charged off', 'Opening balance']);
  });

  it('reports it to the credit bureaus as of its day, once the institution says since when it was late', async () => {
    await importLoan(chargedOff);
    expect(await creditAccount()).toMatchObject({
      chargedOff: { on: '2025-06-10', amountCents: 108_000 },
      standing: { isChargedOff: true, balanceCents: 93_000 },
      delinquentSince: 'notKnown',
      paidCents: 0,
      months: expect.arrayContaining([null]),
    });
  });

  it('recovers what is paid later, and takes it back', async () => {
    await importLoan(chargedOff);
    const posting = {
      paymentId: 'later',
      accountNumber: 'l1',
      effectiveOn: today,
      postedAt,
      amountCents: cents(10_000),
    };
    await scene.host.postPayment({
      ...posting,
      additionalPrincipalCents: ZERO,
      processingFeeCents: ZERO,
      method: 'ACH',
    });
    const { owed, ...sums } = await ledgerNow();
    expect(sums).toEqual({ contra: -owed, recovered: 91_000 - owed, lost: 0 });
    expect((await staff().projectChargeOff(query))?.recoveredCents).toBe(14_000 + 91_000 - owed);
    await scene.host.reversePayment({ paymentId: 'later', effectiveOn: today, postedAt });
    expect(await ledgerNow()).toEqual({ owed: 91_000, contra: -91_000, recovered: 0, lost: 0 });
  });

  it('owes as any other loan once it is reversed here, at the rate of the file', async () => {
    await importLoan(chargedOff);
    await staff().reverseChargeOff({ accountNumber: 'l1', paymentId: 'charge-off-x', effectiveOn: today, postedAt });
    expect(await ledgerNow()).toEqual({ owed: 91_000, contra: 0, recovered: 0, lost: 0 });
    expect(await loanOn()).toMatchObject({ chargedOff: null, payoffCents: 93_000, rate: 50_000, dueOn: '2025-02-01' });
    expect((await loanOn(day('2026-12-21')))?.payoffCents).toBeGreaterThan(93_000);
    expect(await staff().projectChargeOff(query)).toMatchObject({ recoveredCents: 0, chargedOff: null });
  });

  it('takes over one of which all was recovered, beside one that is owed', async () => {
    const paid = { ...chargedOff, account_number: 'l2', principal: '0', accrued_interest: '0', late_charges: '0' };
    const report = await scene.importTexts({
      customers: csv(goodCustomer),
      accounts: csv(account, { ...account, account_number: 'l2' }),
      loans: csv(chargedOff, paid),
    });
    expect(report).toMatchObject({ problemCount: 0, unlikely: [], imported: { loans: 2 } });
    expect(await loanOn()).toMatchObject({ payoffCents: 93_000, chargedOff: { on: '2025-06-10' } });
    expect(await scene.host.findLoan('c1', 'l2', today)).toMatchObject({
      payoffCents: 0,
      chargedOff: { on: '2025-06-10' },
    });
  });
});

describe('a file of charge-offs', () => {
  beforeAll(async () => {
    scene = await createImportScene();
  });
  afterAll(() => scene.close());

  it.each([
    ['charged_off_amount', { charged_off_amount: '' }, 'is required with the other column of the charge-off'],
    ['charged_off_on', { charged_off_on: '' }, 'is required with the other column of the charge-off'],
    ['charged_off_on', { charged_off_on: '2023-12-31' }, 'is before the account was opened, 2024-01-02'],
    ['charged_off_on', { charged_off_on: '2026-11-22' }, 'is later than today, 2026-11-21'],
    ['charged_off_amount', { charged_off_amount: '0' }, 'is not more than zero'],
  ])('refuses a charge-off whose %s is wrong: %j', async (column, changes, reason) => {
    const { problems } = await importLoan({ ...chargedOff, ...changes });
    expect(problems).toContainEqual({ file: 'loans', line: 2, column, reason });
    expect(await loanOn()).toBeUndefined();
  });

  it('refuses recoveries of a loan that is not charged off', async () => {
    const { problems } = await importLoan({ ...goodLoan, charged_off_recovered: '5' });
    expect(problems).toMatchObject([{ column: 'charged_off_recovered' }]);
  });

  it('lists as unlikely what is only called charged off, or owes more than then', async () => {
    const called = await importLoan(goodLoan);
    expect(called.unlikely).toMatchObject([
      { column: 'charged_off_on', reason: expect.stringContaining('Charged Off') },
    ]);
    const more = await importLoan({ ...chargedOff, charged_off_amount: '929.99' }, { dryRun: true });
    expect(more.unlikely).toMatchObject([{ column: 'charged_off_amount' }]);
    expect(await importLoan(chargedOff, { dryRun: true })).toMatchObject({ unlikely: [], imported: { loans: 1 } });
    expect(await loanOn()).toBeUndefined();
  });
});
