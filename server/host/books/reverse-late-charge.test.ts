import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { addDeposit, addLoan } from '#tests/builders/books.ts';
import { customerId, postedAt, startEmptyBooks, today as on } from '#tests/builders/empty-books.ts';
import { ledger } from './ledger-codes.ts';
import { credit, debit } from './transfer.ts';
import { writeBooks } from './write-books.queries.ts';

const books = startEmptyBooks();
let loans = 0;
let accountNumber: string;

beforeAll(async () => {
  await addDeposit(books.database, { number: 'D-1', customerId, typeCode: typeCodes.checking, balance: 1_000 });
});

/** A loan with the charges of October 1 and November 1, of $25.00 each, ten days after the due day. */
beforeEach(async () => {
  loans += 1;
  accountNumber = `L-${loans}`;
  await addLoan(books.database, { number: accountNumber, customerId, state: { nextDueOn: day('2026-10-01') } });
  await assess(day('2026-10-12'));
  await assess(on);
});

const assess = (chargedOn = on) =>
  books.host.assessLateCharges({ on: chargedOn, postedAt, loans: [{ accountNumber, expectedCents: ZERO }] });
const list = () => books.host.listLateCharges(customerId, accountNumber);
const reverse = (chargeId: string, changes: { readonly accountNumber?: string } = {}) =>
  books.host.reverseLateCharge({ accountNumber, chargeId, effectiveOn: on, postedAt, ...changes });
const owedNow = async () => (await books.host.findLoan(customerId, accountNumber, on))?.lateChargesCents;

async function newestCharge(): Promise<string> {
  const [charge] = await list();
  return charge?.chargeId ?? '';
}

test.each([
  ['is charged late for what the money we keep for the customer does not cover', 39_999, 2_500],
  ['is not charged late while we keep money of the customer that covers the installment', 40_000, 0],
])('a loan %s', async (_name, keptCents, lateChargesCents) => {
  const number = `K-${loans}`;
  const state = { nextDueOn: day('2026-11-01') };
  const accountId = await addLoan(books.database, { number, customerId, state });
  await inTransaction(books.database, (transaction) =>
    writeBooks(transaction, {
      transfers: [
        {
          description: 'Payment',
          effectiveOn: on,
          postedAt,
          paymentId: null,
          reversesTransferId: null,
          countedCents: ZERO,
          postings: [
            debit(ledger.cash, null, cents(keptCents)),
            credit(ledger.overpayments, accountId, cents(keptCents)),
          ],
        },
      ],
    }),
  );
  await books.host.assessLateCharges({ on, postedAt, loans: [{ accountNumber: number, expectedCents: ZERO }] });
  expect(await books.host.findLoan(customerId, number, on)).toMatchObject({ lateChargesCents });
});

describe('late charges', () => {
  test('are listed newest first, each with its day and amount', async () => {
    expect(await list()).toEqual([
      {
        chargeId: expect.stringMatching(/^\d+$/),
        kind: 'late',
        chargedOn: '2026-11-21',
        amountCents: 2_500,
        owed: true,
      },
      {
        chargeId: expect.stringMatching(/^\d+$/),
        kind: 'late',
        chargedOn: '2026-10-12',
        amountCents: 2_500,
        owed: true,
      },
    ]);
  });

  test('are owed while as much as one of them is', async () => {
    const pay = (amountCents: number, paymentId: string) =>
      books.pay({ paymentId: `${paymentId}-${accountNumber}`, accountNumber, amountCents: cents(amountCents) });
    await pay(2_500, 'one');
    expect(await owedNow()).toBe(2_500);
    expect((await list()).map(({ owed }) => owed)).toEqual([true, true]);
    await pay(1, 'cent');
    expect(await owedNow()).toBe(2_499);
    expect((await list()).map(({ owed }) => owed)).toEqual([false, false]);
    const chargeId = await newestCharge();
    await expect(reverse(chargeId)).rejects.toMatchObject({
      name: 'HostRefused',
      reason: 'ChargePaid',
      message: `A payment has paid the charge ${chargeId}.`,
    });
    expect(await owedNow()).toBe(2_499);
  });

  test.each([
    ['2026-10-11', ['2026-11-21', '2026-10-12']],
    ['2026-10-12', ['2026-11-21']],
    ['2026-11-21', []],
  ])('since a check that is received late, of %s, are shown before it is posted', async (effectiveOn, charges) => {
    const check = { customerId, accountNumber, amountCents: cents(40_000), effectiveOn: day(effectiveOn) };
    const projected = await books.host.servicing?.projectReceived(check);
    expect(projected?.lateCharges.map(({ chargedOn }) => chargedOn)).toEqual(charges);
    expect(await books.host.servicing?.projectReceived({ ...check, customerId: 'bob' })).toBeUndefined();
  });

  test('are listed up to the newest 50', async () => {
    accountNumber = `weekly-${loans}`;
    await addLoan(books.database, {
      number: accountNumber,
      customerId,
      state: { billingFrequency: 'Weekly', nextDueOn: addDays(on, -7 * 60) },
    });
    // Due 60 weeks ago, and each of the 58 weeks after it until ten days are not over.
    await assess();
    expect(await owedNow()).toBe(59 * 2_500);
    expect(await list()).toHaveLength(50);
  });
});

describe('a late charge taken back', () => {
  test('is owed no more, nor income, and the history says so', async () => {
    await reverse(await newestCharge());
    expect(await owedNow()).toBe(2_500);
    expect((await list()).map(({ chargedOn }) => chargedOn)).toEqual(['2026-10-12']);
    const [entry] = await books.history(accountNumber, 1);
    expect(entry).toMatchObject({
      description: 'Late charge waived',
      effectiveOn: on,
      principalCents: 0,
      interestCents: 0,
      otherCents: 2_500,
      totalCents: 2_500,
    });
  });

  test('changes no interest', async () => {
    const interestOn = async (asOf: string) =>
      (await books.host.findLoan(customerId, accountNumber, day(asOf)))?.interestDueCents;
    // $2.00 a day since November 1.
    expect(await interestOn('2026-12-01')).toBe(6_000);
    await reverse(await newestCharge());
    expect(await interestOn('2026-11-21')).toBe(4_000);
    expect(await interestOn('2026-12-01')).toBe(6_000);
  });

  test('stays taken back when asked again, and is not charged again', async () => {
    const chargeId = await newestCharge();
    await reverse(chargeId);
    await reverse(chargeId);
    await assess();
    expect(await owedNow()).toBe(2_500);
    expect(await list()).toHaveLength(1);
  });

  test('leaves the other one to be taken back', async () => {
    const [newer, older] = await list();
    await reverse(older?.chargeId ?? '');
    expect(await list()).toEqual([newer]);
    await reverse(newer?.chargeId ?? '');
    expect(await list()).toEqual([]);
    expect(await owedNow()).toBe(0);
    // Asked again, neither counts as paid.
    await reverse(older?.chargeId ?? '');
    expect(await owedNow()).toBe(0);
  });
});

test('a late charge taken back after the loan was charged off was not a loss', async () => {
  await books.servicing.chargeOff({
    accountNumber,
    effectiveOn: on,
    postedAt,
    paymentId: `charge-off-${accountNumber}`,
  });
  const [, older] = await list();
  await reverse(older?.chargeId ?? '');
  expect(await owedNow()).toBe(2_500);
  expect(await books.history(accountNumber, 2)).toMatchObject([
    { description: 'Charge-off adjusted', effectiveOn: on },
    { description: 'Late charge waived', effectiveOn: on },
  ]);
});

test.each([
  ['a charge of another loan', {}, '999999999', 'NoSuchAccount', 'The loan has no charge 999999999.'],
  ['a deposit', { accountNumber: 'D-1' }, '1', 'NotALoan', 'Account D-1 is not a loan.'],
])('for %s nothing is taken back', async (_what, changes, chargeId, reason, message) => {
  await expect(reverse(chargeId, changes)).rejects.toMatchObject({ name: 'HostRefused', reason, message });
  expect(await owedNow()).toBe(5_000);
});

describe('a loan that owes again after its payment came back, with an overpayment kept here', () => {
  const charge = async () => {
    const known = (await list()).length;
    await assess(day('2026-12-12'));
    return (await list()).length - known;
  };
  const pay = async (paymentId: string, amountCents: number) =>
    books.pay({ paymentId: `${paymentId}-${accountNumber}`, accountNumber, amountCents: cents(amountCents) });

  test.each([
    ['is charged nothing while it covers the shortage', 1_050_000, 0],
    ['is charged where it covers less', 10_000, 1],
  ])('%s', async (_, twiceCents, charges) => {
    const { payoffCents = ZERO } = (await books.host.findLoan(customerId, accountNumber, on)) ?? {};
    await pay('first', payoffCents);
    await pay('second', twiceCents);
    await books.host.reversePayment({ paymentId: `first-${accountNumber}`, effectiveOn: on, postedAt });
    expect(await charge()).toBe(charges);
  });
});
