import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { PayoutPosting } from '#server/host/host-servicing.ts';
import { addDeposit, addLoan } from '#tests/builders/books.ts';
import { customerId, postedAt, startEmptyBooks, today as on } from '#tests/builders/empty-books.ts';
import { ledger } from './ledger-codes.ts';

const books = startEmptyBooks();
let lines = 0;
let accountNumber: string;

beforeAll(async () => {
  await addDeposit(books.database, { number: 'D-1', customerId, typeCode: typeCodes.checking, balance: 1_000 });
  await addLoan(books.database, { number: 'L-1', customerId });
});

/** A line of credit of $5,000.00 at 7.30%, due on the 20th, on which nothing is owed. */
beforeEach(async () => {
  lines += 1;
  accountNumber = `C-${lines}`;
  await addLoan(books.database, { number: accountNumber, customerId, line: true });
});

const draw = (amountCents: number, changes: Partial<PayoutPosting> = {}) =>
  books.servicing.drawOnLine({
    accountNumber,
    means: 'check',
    amountCents: cents(amountCents),
    effectiveOn: on,
    postedAt,
    paymentId: `draw-${lines}`,
    ...changes,
  });
const pay = (amountCents: number, paymentId: string, effectiveOn = on) =>
  books.pay({ paymentId: `${paymentId}-${lines}`, accountNumber, effectiveOn, amountCents: cents(amountCents) });
const takeBack = (effectiveOn = on) => books.host.reversePayment({ paymentId: `draw-${lines}`, effectiveOn, postedAt });
const project = (number = accountNumber) => books.servicing.projectDraw({ customerId, accountNumber: number });
const lineNow = (asOf = on) => books.host.findLoan(customerId, accountNumber, asOf);
const overpaid = () => books.servicing.findOverpaid(customerId, accountNumber);
const history = async () =>
  (await books.history(accountNumber))
    .filter(({ description }) => description !== 'Opening balance')
    .map(({ description, principalCents }) => [description, principalCents]);

describe('a draw', () => {
  test('earns interest from its day, and is billed on the first due day that leaves time to pay', async () => {
    await draw(100_000);
    expect(await lineNow(addDays(on, 10))).toMatchObject({
      principalCents: 100_000,
      // Ten days at 20 cents.
      interestDueCents: 200,
      dueOn: '2026-12-20',
    });
    expect(await project()).toEqual({
      limitCents: 500_000,
      principalCents: 100_000,
      availableCents: 400_000,
      obstacle: null,
    });
  });

  test('can take all that is left of the limit, and not a cent more', async () => {
    await draw(100_000);
    const refused = draw(400_001, { paymentId: `more-${lines}` });
    await expect(refused).rejects.toMatchObject({
      name: 'HostRefused',
      reason: 'TermsStay',
      message: `$4,000.01 can't be drawn on ${accountNumber}: the limit.`,
    });
    await draw(400_000, { paymentId: `rest-${lines}` });
    expect(await lineNow()).toMatchObject({ principalCents: 500_000 });
  });

  test('is made once, however often it is asked', async () => {
    await draw(100_000);
    await draw(100_000);
    expect(await history()).toEqual([['Advance, Check', -100_000]]);
  });

  test.each([
    ['check', 'Advance, Check', ledger.cash],
    ['wire', 'Advance, Wire', ledger.cash],
    ['bank', 'Advance, Bank account', ledger.achClearing],
  ] as const)('by %s says so in the history, and the money leaves its own account', async (means, words, code) => {
    await draw(5_000, { means });
    expect(await history()).toEqual([[words, -5_000]]);
    const { rows } = await sql`
      select ledger_code as code, amount_cents as cents from postings join transfers using (transfer_id)
      where payment_id = ${`draw-${lines}`} and account_id is null`.execute(books.database);
    expect(rows).toEqual([{ code, cents: -5_000 }]);
  });

  test.each([
    ['in dispute', { holds: ['inDispute'] as const, holdCode: '' }, 'LoanHeld'],
    ['locked for payoff', { holds: ['lockedForPayoff'] as const, holdCode: '' }, 'LoanHeld'],
    ['in bankruptcy', { holds: [], holdCode: 'BKR' }, 'LoanHeld'],
    ['closed', { holds: [], holdCode: 'CLOSED' }, 'LoanClosed'],
  ])('on a line that is %s is refused', async (_name, { holds, holdCode }, obstacle) => {
    await books.servicing.changeHolds({ accountNumber, holds });
    await books.servicing.changeHoldCode({ accountNumber, holdCode });
    expect(await project()).toMatchObject({ obstacle });
    await expect(draw(100)).rejects.toMatchObject({
      reason: 'TermsStay',
      message: `$1.00 can't be drawn on ${accountNumber}: ${obstacle}.`,
    });
  });

  test('on a loan or a deposit is refused', async () => {
    expect(await project('L-1')).toMatchObject({ obstacle: 'NotALine' });
    await expect(draw(100, { accountNumber: 'L-1' })).rejects.toMatchObject({ reason: 'TermsStay' });
    expect(await project('D-1')).toBeUndefined();
    await expect(draw(100, { accountNumber: 'D-1' })).rejects.toMatchObject({
      reason: 'NotALoan',
      message: 'Account D-1 is not a loan.',
    });
  });
});

test('the installments of a line are not deferred, nor is a lien on it released by its loan type', async () => {
  const deferral = { customerId, accountNumber, installments: 2, on };
  expect(await books.servicing.projectDeferral(deferral)).toMatchObject({
    after: { ok: false, error: 'NoInstallments' },
    deferred: [],
  });
  await addLoan(books.database, { number: `T-${lines}`, customerId, line: true, state: { loanType: 'AUTO' } });
  await addLoan(books.database, { number: `A-${lines}`, customerId, state: { loanType: 'AUTO' } });
  const typeOf = async (kind: string) =>
    (await books.servicing.findLien({ customerId, accountNumber: `${kind}-${lines}`, on }))?.loanType;
  expect([await typeOf('T'), await typeOf('A')]).toEqual(['', 'AUTO']);
});

describe('a draw that is taken back', () => {
  test('leaves the line as if it had never been drawn on', async () => {
    const before = await lineNow(addDays(on, 30));
    await draw(100_000);
    await takeBack();
    expect(await lineNow(addDays(on, 30))).toMatchObject({ ...before, dueOn: null });
    expect(await overpaid()).toBe(0);
    expect(await history()).toEqual([
      ['Advance taken back', 100_000],
      ['Advance, Check', -100_000],
    ]);
  });

  test('keeps what was paid of it for the customer, and no more', async () => {
    await draw(100_000);
    await pay(30_000, 'part');
    await takeBack();
    await takeBack();
    expect(await lineNow()).toMatchObject({ principalCents: 0, payoffCents: 0 });
    expect(await overpaid()).toBe(30_000);
    expect(await history()).toEqual([
      ['Payment, E-Check, applied again', 0],
      ['Payment taken back to apply it again', -30_000],
      ['Advance taken back', 100_000],
      ['Payment, E-Check', 30_000],
      ['Advance, Check', -100_000],
    ]);
  });

  test('keeps what was paid of it, and does not pay with it what was drawn on a later day', async () => {
    await draw(100_000);
    await pay(100_000, 'all');
    await draw(20_000, { paymentId: `later-${lines}`, effectiveOn: addDays(on, 5) });
    await takeBack();
    expect(await lineNow(addDays(on, 5))).toMatchObject({ principalCents: 20_000 });
    expect(await overpaid()).toBe(100_000);
  });

  test('leaves what was left over before it for the customer, and does not pay a later draw with it', async () => {
    await draw(50_000, { paymentId: `earlier-${lines}` });
    const paidOn = addDays(on, 10);
    await pay(((await lineNow(paidOn))?.payoffCents ?? 0) + 10_000, 'more', paidOn);
    await draw(200_000, { paymentId: `later-${lines}`, effectiveOn: addDays(on, 30) });
    await draw(30_000, { effectiveOn: addDays(on, 40) });
    const owed = await lineNow(addDays(on, 60));
    await takeBack(addDays(on, 45));
    expect(await overpaid()).toBe(10_000);
    const { payoffCents } = (await lineNow(addDays(on, 60))) ?? {};
    expect(payoffCents).toBe((owed?.payoffCents ?? 0) - 30_000 - 120);
    expect((await history())[0]).toEqual(['Advance taken back', 30_000]);
  });

  test('keeps nothing while as much is owed otherwise', async () => {
    await draw(100_000, { paymentId: `earlier-${lines}` });
    await draw(50_000);
    await pay(50_000, 'part');
    await takeBack();
    expect(await lineNow()).toMatchObject({ principalCents: 50_000 });
    expect(await overpaid()).toBe(0);
  });

  test('gives the interest that was paid for it to what is owed otherwise', async () => {
    await draw(100_000, { paymentId: `earlier-${lines}` });
    await draw(100_000);
    // Thirty days at 40 cents.
    await pay(1_200, 'interest', addDays(on, 30));
    await takeBack(addDays(on, 31));
    expect((await history())[0]).toEqual(['Payment, E-Check, applied again', 600]);
    expect(await lineNow(addDays(on, 31))).toMatchObject({ principalCents: 99_400, interestDueCents: 20 });
  });
});

describe('an overpayment of a line that is on its way back', () => {
  const owesNow = async () => (await lineNow(addDays(on, 7)))?.payoffCents ?? 0;
  const wouldPay = () => books.servicing.wouldPayLoan({ customerId, accountNumber, paymentId: `payout-${lines}` });
  const takeOff = (paymentId: string, effectiveOn = addDays(on, 7)) =>
    books.host.reversePayment({ paymentId: `${paymentId}-${lines}`, effectiveOn, postedAt });

  beforeEach(async () => {
    await draw(50_000);
    await pay(50_000, 'payoff');
    await pay(10_000, 'second');
    const payout = { paymentId: `payout-${lines}`, accountNumber, means: 'bank', effectiveOn: on, postedAt } as const;
    await books.servicing.payOutOverpayment({ ...payout, amountCents: cents(10_000) });
  });

  test('would pay nothing of a later draw, also once another payment came back', async () => {
    await draw(200_000, { paymentId: `later-${lines}`, effectiveOn: addDays(on, 5) });
    await pay(1_000, 'small', addDays(on, 6));
    await takeOff('small');
    expect(await owesNow()).toBeGreaterThan(200_000);
    expect(await wouldPay()).toBe(false);
  });

  test('would pay what its payoff no longer pays, until that is paid again', async () => {
    expect(await wouldPay()).toBe(false);
    await takeOff('payoff');
    expect(await wouldPay()).toBe(true);
    await pay(await owesNow(), 'again', addDays(on, 7));
    await draw(20_000, { paymentId: `later-${lines}`, effectiveOn: addDays(on, 7) });
    expect(await owesNow()).toBe(20_000);
    expect(await wouldPay()).toBe(false);
  });
});
