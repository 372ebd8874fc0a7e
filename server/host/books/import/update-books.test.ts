import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { csv, goodCustomer, goodLoan, goodLoanAccount } from '#tests/builders/import-scene.ts';
import {
  createUpdateScene,
  deposit,
  friday,
  loan,
  saturday,
  second,
  type UpdateScene,
} from '#tests/builders/update-scene.ts';

let scene: UpdateScene;

beforeEach(async () => {
  scene = await createUpdateScene();
});
afterEach(async () => {
  const imbalances = await findImbalances(scene.destination.database);
  await scene.close();
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const update: UpdateScene['update'] = (night) => scene.update(night);
const loanOn: UpdateScene['loanOn'] = (...asked) => scene.loanOn(...asked);

function pay(paymentId: string, at: string, amountCents = 10_000): Promise<unknown> {
  return scene.host.postPayment({
    paymentId,
    accountNumber: 'l1',
    effectiveOn: day(at.slice(0, 10)),
    postedAt: Temporal.Instant.from(at),
    amountCents: cents(amountCents),
    additionalPrincipalCents: ZERO,
    processingFeeCents: ZERO,
    method: 'ACH',
  });
}

function takeBack(paymentId: string, at: string): Promise<unknown> {
  const effectiveOn = day(at.slice(0, 10));
  return scene.host.reversePayment({ paymentId, effectiveOn, postedAt: Temporal.Instant.from(at) });
}

it('gives loans the figures of the file, and the same file again changes nothing', async () => {
  const loans = csv({ ...loan, principal: '900', next_due_on: '2027-01-01' }, second);
  const first = await update({ loans });
  expect(first).toMatchObject({ problemCount: 0, stopped: [], updated: 2, changed: 1, leftOutCount: 0 });
  expect(first.differences).toEqual([
    { accountNumber: 'l1', figure: 'principal', beforeCents: 100_000, afterCents: 90_000 },
  ]);
  expect(await loanOn(friday)).toMatchObject({ principalCents: 90_000, dueOn: '2027-01-01', interestDueCents: 200 });
  expect(await scene.host.listAccounts('c1', saturday)).toMatchObject([
    { number: 'l1', figuresAsOf: '2026-11-20', originalAmountCents: 160_000 },
    { number: 'l2', figuresAsOf: '2026-11-20' },
    { number: 'd1', figuresAsOf: null },
  ]);
  const before = await scene.countEverything();
  expect(await update({ loans })).toMatchObject({ updated: 2, changed: 0, differences: [] });
  expect(await scene.countEverything()).toEqual(before);
});

it('a payment that the file does not contain yet is kept, and one that it contains counts once', async () => {
  await pay('contained', '2026-11-20T16:00:00Z');
  await pay('later', '2026-11-21T16:00:00Z');
  // The core split the first payment its own way: 98.00 principal.
  const loans = csv({ ...loan, principal: '902', accrued_interest: '0', next_due_on: '2027-01-01' }, second);
  await update({ loans, asOf: friday });
  const owed = await loanOn(saturday);
  expect(owed?.payoffCents).toBe(90_200 - 10_000 + 12);
  // The next night's file contains both.
  const next = { ...loan, principal: '802.12', accrued_interest: '0', interest_accrued_through: '2026-11-21' };
  const report = await update({ loans: csv({ ...next, next_due_on: '2027-02-01' }, second), asOf: saturday });
  expect(report).toMatchObject({ changed: 0 });
  expect(await loanOn(saturday)).toMatchObject({ principalCents: 80_212, dueOn: '2027-02-01' });
});

it('a return that the file does not contain yet is kept', async () => {
  await pay('returned', '2026-11-20T16:00:00Z');
  await takeBack('returned', '2026-11-21T16:00:00Z');
  await update({ loans: csv({ ...loan, principal: '902', next_due_on: '2027-01-01' }, second) });
  expect(await loanOn(saturday)).toMatchObject({ dueOn: '2026-12-01' });
  expect((await loanOn(saturday))?.payoffCents).toBeGreaterThan(100_000);
});

it('owes again, and since when, if the last payment of a loan that the file shows as paid off comes back', async () => {
  await pay('last', '2026-11-20T16:00:00Z', 100_200);
  const paidOff = { ...loan, principal: '0', accrued_interest: '0', next_due_on: '' };
  await update({ loans: csv(paidOff, second) });
  await takeBack('last', '2026-11-21T16:00:00Z');
  const owing = { dueOn: '2026-12-01', totalDueCents: 10_000 };
  expect(await loanOn(saturday)).toMatchObject(owing);
  // The same with the return before the update.
  await update({ loans: csv(paidOff, second) });
  expect(await loanOn(saturday)).toMatchObject(owing);
});

it('never closes or changes an account by leaving it out, and stops if it leaves out many', async () => {
  const loans = csv({ ...loan, principal: '900' });
  const stopped = await update({ loans, maxLeftOutPercent: 5 });
  expect(stopped.stopped).toEqual(['The files leave out 1 of 2 open accounts, more than 5%.']);
  expect(await loanOn(friday)).toMatchObject({ principalCents: 100_000 });
  expect(await update({ loans })).toMatchObject({ stopped: [], leftOut: ['l2'], updated: 1 });
  expect(await loanOn(friday, 'l2')).toMatchObject({ principalCents: 100_000, closed: false });
});

it('accepts files that change, and leave out, just the allowed share of accounts', async () => {
  const share = { maxChangedPercent: 50, maxLeftOutPercent: 50 };
  expect(await update({ loans: csv({ ...loan, principal: '900' }, second), ...share })).toMatchObject({ stopped: [] });
  expect(await update({ loans: csv({ ...loan, principal: '900' }), ...share })).toMatchObject({ stopped: [] });
});

it('gives a line of credit the credit limit of the file', async () => {
  const line = { ...goodLoanAccount, account_number: 'k1', customer_id: 'c2', type_code: `${typeCodes.lineOfCredit}` };
  await scene.importTexts({
    customers: csv({ ...goodCustomer, customer_id: 'c2' }),
    accounts: csv(line),
    loans: csv({ ...goodLoan, account_number: 'k1', credit_limit: '5000' }),
  });
  const drawn = { ...loan, account_number: 'k1', original_amount: '', principal: '1200', credit_limit: '6000' };
  expect(await update({ loans: csv(loan, second, drawn) })).toMatchObject({ problems: [], updated: 3 });
  expect(await scene.host.findLoanDetails('c2', 'k1', saturday)).toMatchObject({ availableCreditCents: 480_000 });
});

it('takes over a due day, and keeps it while the file names none', async () => {
  const upcoming = async () => (await loanOn(friday))?.upcomingDueDays.slice(0, 2);
  await update({ loans: csv({ ...loan, due_day: '31', next_due_on: '2026-11-30' }, second) });
  expect(await upcoming()).toEqual(['2026-11-30', '2026-12-31']);
  await update({ loans: csv({ ...loan, next_due_on: '2026-11-30' }, second) });
  expect(await upcoming()).toEqual(['2026-11-30', '2026-12-31']);
});

it('shows no interest of the year if the file has less than the books', async () => {
  await pay('contained', '2026-11-20T16:00:00Z');
  await update({ loans: csv({ ...loan, interest_paid_this_year: '0.01' }, second) });
  expect(await scene.host.findLoanDetails('c1', 'l1', saturday)).toMatchObject({ interestThisYearCents: null });
});

it('pays off a loan that the core has paid off', async () => {
  await update({ loans: csv({ ...loan, principal: '0', accrued_interest: '0', next_due_on: '' }, second) });
  expect(await loanOn(friday)).toMatchObject({ payoffCents: 0, totalDueCents: 0, dueOn: null });
});

it('takes over deposits, rates and hold codes', async () => {
  const account = { ...deposit, account_number: 'l1', type_code: '0', balance: '', available_balance: '', rate: '6' };
  const accounts = csv({ ...deposit, balance: '25.50', available_balance: '20' }, { ...account, hold_code: '48' });
  expect(await update({ accounts })).toMatchObject({
    updated: 2,
    changed: 1,
    differences: [{ accountNumber: 'd1', figure: 'balance', beforeCents: 1_000, afterCents: 2_550 }],
    leftOut: ['l2'],
  });
  const page = { since: null, limit: 1, before: null };
  expect(await scene.host.listHistory('c1', 'd1', page)).toMatchObject([
    { description: 'Balance update', effectiveOn: friday, totalCents: 1_550, runningPrincipalCents: 2_550 },
  ]);
  // The figures of a loan come from its own file.
  expect(await scene.host.listAccounts('c1', saturday)).toMatchObject([
    { number: 'l1', figuresAsOf: null },
    { number: 'l2', figuresAsOf: null },
    { number: 'd1', figuresAsOf: friday },
  ]);
  expect(await scene.host.findDeposit('c1', 'd1')).toMatchObject({ balanceCents: 2_550, availableCents: 2_000 });
  expect(await loanOn(friday)).toMatchObject({ holdCode: '48', rate: 60_000 });
});

it('leaves late charges to the core', async () => {
  const late = { after: null, limit: 10, on: day('2027-01-31') };
  expect((await scene.host.listLateLoans(late)).accountNumbers).toEqual(['l1', 'l2']);
  await update({ loans: csv(loan) });
  expect((await scene.host.listLateLoans(late)).accountNumbers).toEqual(['l2']);
});

it('refuses older figures, a missing column and an unknown kind, and skips unknown accounts', async () => {
  await update({ loans: csv(loan, second), asOf: saturday });
  await expect(update({ loans: csv(loan, second), asOf: friday })).rejects.toThrow(/already those of 2026-11-21/);
  const { maturity_on: _, ...short } = loan;
  expect((await update({ loans: csv(short), asOf: saturday })).problems).toMatchObject([
    { column: 'maturity_on', reason: 'is missing from the header' },
  ]);
  const unknown = await update({ loans: csv(loan, second, { ...loan, account_number: 'new' }), asOf: saturday });
  expect(unknown).toMatchObject({ unknown: ['new'], updated: 2 });
});

it('refuses rates and hold codes of an older file of accounts, also where no file of loans came with them', async () => {
  const account = { ...deposit, account_number: 'l1', type_code: '0', balance: '', available_balance: '' };
  await update({ accounts: csv({ ...account, rate: '6', hold_code: '48' }), asOf: saturday });
  await expect(update({ accounts: csv({ ...account, rate: '5', hold_code: '' }), asOf: friday })).rejects.toThrow(
    /l1 are already those of 2026-11-21/,
  );
  expect(await loanOn(saturday)).toMatchObject({ holdCode: '48', rate: 60_000 });
});

it('names each figure that the file changes', async () => {
  const charged = { ...loan, late_charges: '25', other_fees: '7.50' };
  expect((await update({ loans: csv(charged, second) })).differences).toEqual([
    { accountNumber: 'l1', figure: 'late charges', beforeCents: 0, afterCents: 2_500 },
    { accountNumber: 'l1', figure: 'other fees', beforeCents: 0, afterCents: 750 },
  ]);
});

const staff = () => {
  const { servicing } = scene.host;
  if (!servicing) throw new Error('The books are ours');
  return servicing;
};
const decided = { accountNumber: 'l1', effectiveOn: saturday, postedAt: Temporal.Instant.from('2026-11-21T16:00:00Z') };

it('leaves a charged-off loan as it is, lists it, and updates the others', async () => {
  await staff().chargeOff({ ...decided, paymentId: 'charge-off-1' });
  const before = await loanOn(saturday);
  const given = { ...loan, principal: '900', charged_off_on: '2026-11-21', charged_off_amount: '1002' };
  const loans = csv({ ...given, charged_off_on: '', charged_off_amount: '' }, second);
  const listed = { problemCount: 0, chargedOff: ['l1'], chargedOffCount: 1, leftOutCount: 0 };
  expect(await update({ loans, asOf: saturday })).toMatchObject({ ...listed, updated: 1 });
  expect(await update({ loans: csv(given, second), asOf: saturday })).toMatchObject({ ...listed, updated: 1 });
  const account = { ...deposit, account_number: 'l1', type_code: '0', balance: '', available_balance: '', rate: '6' };
  expect(await update({ accounts: csv(account, deposit), asOf: saturday })).toMatchObject({ chargedOff: ['l1'] });
  expect(await loanOn(saturday)).toEqual(before);
  // As after a version that brought them up to date.
  await sql`update accounts set figures_as_of = ${friday} where account_number = 'l1'`.execute(
    scene.destination.database,
  );
  await staff().reverseChargeOff({ ...decided, paymentId: 'charge-off-2' });
  expect(await update({ loans, asOf: saturday })).toMatchObject({ problemCount: 0, chargedOffCount: 0, updated: 2 });
  expect(await loanOn(saturday)).toMatchObject({ principalCents: 90_000, chargedOff: null });
});

it('refuses to charge off a loan whose figures came from a file meanwhile', async () => {
  await update({ loans: csv(loan, second) });
  await expect(staff().chargeOff({ ...decided, paymentId: 'charge-off-1' })).rejects.toThrow('FiguresFromFiles');
});

it('stops while the books are still to learn of a return, which the file may contain', async () => {
  const stopped = await update({ loans: csv(loan), countWaiting: () => Promise.resolve(1) });
  expect(stopped.stopped).toEqual([expect.stringMatching(/^Changes of 1 payment are not on the books yet/)]);
  const [several] = (await update({ loans: csv(loan), countWaiting: () => Promise.resolve(2) })).stopped;
  expect(several).toMatch(/^Changes of 2 payments are not/);
  expect(await loanOn(friday)).not.toMatchObject({ figuresAsOf: friday });
  expect(await update({ loans: csv(loan), countWaiting: () => Promise.resolve(0) })).toMatchObject({ stopped: [] });
});

it('shows figures paid before only as far as the file says them', async () => {
  await pay('contained', '2026-11-20T16:00:00Z');
  await update({ loans: csv(loan, second) });
  expect(await scene.host.findLoanDetails('c1', 'l1', saturday)).toMatchObject({
    interestThisYearCents: null,
    lastPayment: 'unknown',
  });
  const told = { interest_paid_this_year: '80', last_payment_on: '2026-11-19', last_payment_amount: '55' };
  await update({ loans: csv({ ...loan, ...told }, second) });
  expect(await scene.host.findLoanDetails('c1', 'l1', saturday)).toMatchObject({
    interestThisYearCents: 8_000,
    lastPayment: { paidOn: '2026-11-20', amountCents: 10_000 },
  });
});

const newest = { before: null, since: null, limit: 1 } as const;
const totals = { interest_paid_this_year: '80', paid_principal: '500', paid_interest: '90', paid_fees: '10' };

it('takes a payment that came back since off the interest and totals of the file, which count it', async () => {
  await pay('contained', '2026-11-20T16:00:00Z');
  const [paid] = await scene.host.listHistory('c1', 'l1', newest);
  if (!paid) throw new Error('The payment is missing');
  const { interestCents, principalCents } = paid;
  expect(interestCents).toBeGreaterThan(0);
  await takeBack('contained', '2026-11-21T16:00:00Z');
  await update({ loans: csv({ ...loan, ...totals }, second) });
  expect(await scene.host.findLoanDetails('c1', 'l1', saturday)).toMatchObject({
    interestThisYearCents: 8_000 - interestCents,
  });
  expect(await paidOn('l1')).toEqual({
    principalCents: 50_000 - principalCents,
    interestCents: 9_000 - interestCents,
    feesCents: 1_000,
  });
});

it('counts a payment of December that came back in January in the year of each', async () => {
  await pay('december', '2026-12-30T16:00:00Z');
  await takeBack('december', '2027-01-04T16:00:00Z');
  const years = { ...totals, interest_paid_this_year: '7', interest_paid_last_year: '80' };
  await update({ loans: csv({ ...loan, ...years }, second), asOf: day('2027-01-05') });
  expect(await scene.host.findLoanDetails('c1', 'l1', day('2027-01-05'))).toMatchObject({
    interestThisYearCents: 700,
    interestLastYearCents: 8_000,
  });
  expect(await paidOn('l1')).toEqual({ principalCents: 50_000, interestCents: 9_000, feesCents: 1_000 });
});

async function paidOn(accountNumber: string) {
  const story = await scene.host.findLoanStory('c1', accountNumber, saturday);
  if (!story?.paid) throw new Error(`What was paid on ${accountNumber} isn't known`);
  return story.paid;
}
