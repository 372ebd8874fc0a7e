import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, type Day, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import { addLoan } from '#tests/builders/books.ts';
import { customerId, postedAt, startEmptyBooks, today as on } from '#tests/builders/empty-books.ts';
import type { LoanState } from './loan-state.ts';

const books = startEmptyBooks();
let loans = 0;
let accountNumber: string;

beforeEach(() => {
  loans += 1;
  accountNumber = `L-${loans}`;
});

/** $2.00 of interest a day since November 1. */
const add = (state: Partial<LoanState> = {}) => addLoan(books.database, { number: accountNumber, customerId, state });
const change = (effectiveOn = on, name = 'charge-off') => ({
  accountNumber,
  effectiveOn,
  postedAt,
  paymentId: `${name}-${accountNumber}`,
});
const chargeOff = (effectiveOn = on) => books.servicing.chargeOff(change(effectiveOn));
const reverse = (effectiveOn = on) => books.servicing.reverseChargeOff(change(effectiveOn, 'reversal'));
const changeRate = (from: Day) =>
  books.servicing.changeRate({ ...change(on, 'rate'), rate: ratePpm(50_000), from, newPayment: false });
const project = (projectedOn = on) => books.servicing.projectChargeOff({ customerId, accountNumber, on: projectedOn });
const owedOn = async (asOf = on) => (await books.host.findLoan(customerId, accountNumber, asOf))?.payoffCents;

describe('a loan is not charged off', () => {
  test.each<[string, Partial<LoanState>, string]>([
    ['that owes nothing', { principalCents: ZERO, nextDueOn: null, accruedThrough: on }, 'NothingOwed'],
    ['on which a payment of a later day is posted', { accruedThrough: addDays(on, 1) }, 'PostedLater'],
  ])('%s', async (_name, state, obstacle) => {
    await add(state);
    expect(await project()).toMatchObject({ obstacle, chargedOff: null });
    await expect(chargeOff()).rejects.toMatchObject({
      reason: 'TermsStay',
      message: `Loan ${accountNumber} can't be charged off: ${obstacle}.`,
    });
  });

  test('if its rate changes later', async () => {
    await add();
    await changeRate(addDays(on, 1));
    expect(await project()).toMatchObject({ obstacle: 'RateChangesLater' });
  });

  test('if it is closed', async () => {
    await add();
    await books.servicing.changeHoldCode({ accountNumber, holdCode: 'CLOSED' });
    expect(await project()).toMatchObject({ obstacle: 'LoanClosed' });
  });

  test('if it is charged off already, and one that is not has no charge-off to reverse', async () => {
    await add();
    expect(await project()).toMatchObject({ obstacle: null, reversalObstacle: 'NotChargedOff' });
    await expect(reverse()).rejects.toMatchObject({
      reason: 'TermsStay',
      message: `The charge-off of loan ${accountNumber} can't be reversed: NotChargedOff.`,
    });
    await chargeOff();
    expect(await project()).toMatchObject({ obstacle: 'ChargedOffAlready', reversalObstacle: null });
  });
});

test('a loan can be charged off on the day of its last payment', async () => {
  await add({ accruedThrough: on });
  expect(await project()).toMatchObject({ obstacle: null });
});

test('a loan can be charged off on the day from which its rate is a new one', async () => {
  await add();
  await changeRate(on);
  expect(await project()).toMatchObject({ obstacle: null });
});

test('a loan is charged off once, with all that is owed, and earns no more interest', async () => {
  await add({ lateChargesCents: cents(2_500), otherFeesCents: cents(300) });
  const projected = await project();
  // Twenty days at $2.00.
  expect(projected).toMatchObject({ principalCents: 1_000_000, interestCents: 4_000, feesCents: 2_800 });
  await chargeOff();
  await chargeOff();
  const chargedOff = { on, amountCents: 1_006_800 };
  expect(await project(addDays(on, 90))).toMatchObject({ chargedOff, interestCents: 4_000, recoveredCents: 0 });
  expect(await owedOn(addDays(on, 90))).toBe(1_006_800);
  expect(await owedOn()).toBe(1_006_800);
});

test('a loan earns interest again from the day its charge-off is reversed, at its rate of before', async () => {
  await add();
  await chargeOff();
  const reversedOn = addDays(on, 30);
  await reverse(reversedOn);
  await reverse(reversedOn);
  expect(await owedOn(reversedOn)).toBe(1_004_000);
  expect(await owedOn(addDays(reversedOn, 10))).toBe(1_006_000);
  expect(await books.host.findLoan(customerId, accountNumber, reversedOn)).toMatchObject({
    rate: 73_000,
    chargedOff: null,
  });
});

describe('a loan whose charge-off was reversed owes the installments of before, and no more', () => {
  const days = [on, day('2026-11-25'), day('2026-12-05'), day('2027-02-05')];
  const dueOnDays = async () => {
    const loans = await Promise.all(days.map((asOf) => books.host.findLoan(customerId, accountNumber, asOf)));
    return loans.map((loan) => loan?.totalDueCents);
  };
  const chargeOffAndBack = async () => {
    await chargeOff();
    await reverse();
  };

  test.each<[string, Partial<LoanState>, readonly number[]]>([
    ['monthly', { nextDueOn: day('2026-10-01') }, [80_000, 80_000, 120_000, 200_000]],
    ['weekly', { nextDueOn: day('2026-11-02'), billingFrequency: 'Weekly' }, [120_000, 160_000, 200_000, 560_000]],
  ])('%s', async (_name, state, due) => {
    await add(state);
    expect(await dueOnDays()).toEqual(due);
    await chargeOffAndBack();
    expect(await dueOnDays()).toEqual(due);
  });

  test('at the amounts that a new rate gave them', async () => {
    await add({ nextDueOn: day('2026-10-01') });
    const newPayment = { rate: ratePpm(50_000), from: on, newPayment: true };
    await books.servicing.changeRate({ ...change(on, 'rate'), ...newPayment });
    const due = await dueOnDays();
    expect(due.slice(0, 3)).toEqual([80_000, 80_000, 120_000]);
    await chargeOffAndBack();
    expect(await dueOnDays()).toEqual(due);
  });
});

test('installments that became late while a loan was charged off are not charged once it is reversed', async () => {
  await add({ nextDueOn: day('2026-12-01') });
  await chargeOff();
  const reversedOn = day('2027-01-20');
  await reverse(reversedOn);
  const assess = async (chargedOn = reversedOn) => {
    await books.host.assessLateCharges({ on: chargedOn, postedAt, loans: [{ accountNumber, expectedCents: ZERO }] });
    return (await books.host.findLoan(customerId, accountNumber, chargedOn))?.lateChargesCents;
  };
  expect(await assess()).toBe(0);
  // The next installment, of February 1, is charged as ever.
  expect(await assess(day('2027-02-12'))).toBe(2_500);
});

test('a charge-off is not reversed before the day of what was posted since', async () => {
  await add();
  await chargeOff();
  const paymentId = `recovery-${accountNumber}`;
  await books.pay({ paymentId, accountNumber, effectiveOn: addDays(on, 5), amountCents: cents(10_000) });
  // Interest was not part of the loss, so the $40.00 paid of it are not a recovery.
  expect(await project(addDays(on, 4))).toMatchObject({ reversalObstacle: 'PostedLater', recoveredCents: 6_000 });
  expect(await project(addDays(on, 5))).toMatchObject({ reversalObstacle: null });
  await expect(reverse(addDays(on, 4))).rejects.toMatchObject({ reason: 'TermsStay' });
});
