import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { PaymentPosting } from '#server/host/host-payments.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { addDeposit } from '#tests/builders/books.ts';
import { postedAt, startEmptyBooks, today } from '#tests/builders/empty-books.ts';

const books = startEmptyBooks();

function payment(accountNumber: string, changes: Partial<PaymentPosting> = {}): PaymentPosting {
  return {
    paymentId: `payment-${accountNumber}`,
    accountNumber,
    effectiveOn: today,
    postedAt,
    amountCents: cents(40_000),
    additionalPrincipalCents: cents(0),
    processingFeeCents: cents(200),
    method: 'ACH',
    ...changes,
  };
}

const post = (posting: PaymentPosting) => books.host.postPayment(posting);

const wholeHistory = { since: null, limit: 100, before: null };

describe('posting a payment', () => {
  test('changes balance, due day and history together', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId);
    const posted = await post(payment(number));
    expect(posted).toMatchObject({
      allocation: { feesCents: 0, interestCents: 4_000, principalCents: 36_000 },
      principalAfterCents: 964_000,
    });
    const [account] = await books.host.listAccounts(customerId, today);
    expect(account).toMatchObject({ balanceCents: 964_000, dueOn: '2027-01-01', amountDueCents: 40_000 });
    const history = await books.host.listHistory(customerId, number, wholeHistory);
    expect(history).toMatchObject([
      {
        entryId: posted.transferId,
        effectiveOn: today,
        description: 'Payment, E-Check',
        principalCents: 36_000,
        interestCents: 4_000,
        otherCents: 0,
        totalCents: 40_000,
        runningPrincipalCents: 964_000,
      },
      { description: 'Opening balance', principalCents: -1_000_000, runningPrincipalCents: 1_000_000 },
    ]);
  });

  test('again changes nothing and returns the same answer, also after other payments', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId, { state: { lateChargesCents: cents(2_500) } });
    const first = await post(payment(number, { additionalPrincipalCents: cents(10_000) }));
    await post(payment(number, { paymentId: `another-${number}`, method: 'Card' }));
    const before = await books.host.findLoan(customerId, number, today);
    const again = await post(payment(number, { additionalPrincipalCents: cents(10_000) }));
    expect(again).toEqual({ ...first, nextDueOn: before?.dueOn });
    expect(await books.host.findLoan(customerId, number, today)).toEqual(before);
    expect(await books.host.listHistory(customerId, number, wholeHistory)).toHaveLength(3);
  });

  test('twenty times in parallel posts once', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(payment(number))));
    expect(new Set(answers.map((answer) => answer.transferId)).size).toBe(1);
    expect(await books.host.findLoan(customerId, number, today)).toMatchObject({ principalCents: 964_000 });
  });

  test('posts different parallel payments', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId);
    const ids = Array.from({ length: 10 }, (_, index) => `at-once-${number}-${index}`);
    await Promise.all(ids.map((paymentId) => post(payment(number, { paymentId, amountCents: cents(1_000) }))));
    expect(await books.host.findLoan(customerId, number, today)).toMatchObject({ payoffCents: 1_004_000 - 10_000 });
  });

  test.each<[string, Partial<PaymentPosting>]>([
    ['another amount', { amountCents: cents(40_001) }],
    ['another fee', { processingFeeCents: cents(0) }],
  ])('under a used id with %s is refused', async (_name, changes) => {
    const number = await books.newLoan(await books.newCustomer());
    await post(payment(number));
    await expect(post(payment(number, changes))).rejects.toThrow(/posted before as something else/);
  });

  test('under the id of a payment to another loan is refused', async () => {
    const customerId = await books.newCustomer();
    const [number, other] = [await books.newLoan(customerId), await books.newLoan(customerId)];
    await post(payment(number));
    const misdirected = post(payment(other, { paymentId: payment(number).paymentId }));
    await expect(misdirected).rejects.toThrow(/posted before as something else/);
  });

  test('to a deposit is refused', async () => {
    const customerId = await books.newCustomer();
    await addDeposit(books.database, { customerId, number: 'D-paid', typeCode: typeCodes.checking, balance: 1 });
    await expect(post(payment('D-paid'))).rejects.toThrow(/no loan/);
  });

  test('is refused inside a portal transaction, which must not wait for another system', async () => {
    const number = await books.newLoan(await books.newCustomer());
    const nested = inTransaction(books.database, () => books.host.postPayment(payment(number)));
    await expect(nested).rejects.toThrow('inside a transaction');
  });
});

describe('reversing a payment', () => {
  const reverse = (paymentId: string, on = addDays(today, 3)) =>
    books.host.reversePayment({
      paymentId,
      effectiveOn: on,
      postedAt: Temporal.Instant.from('2026-11-24T15:00:00Z'),
    });

  test('restores the balance owed, and the history shows both', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId, {
      state: { nextDueOn: day('2026-11-01'), lateChargesCents: cents(2_500) },
    });
    const before = await books.host.findLoan(customerId, number, addDays(today, 9));
    await post(payment(number));
    expect(await reverse(payment(number).paymentId)).toMatchObject({ principalAfterCents: 1_000_000 });
    expect(await books.host.findLoan(customerId, number, addDays(today, 9))).toEqual(before);
    expect(await books.host.listHistory(customerId, number, wholeHistory)).toMatchObject([
      { description: 'Payment returned', totalCents: -40_000, runningPrincipalCents: 1_000_000, returned: false },
      { description: 'Payment, E-Check', totalCents: 40_000, runningPrincipalCents: 966_500, returned: true },
      { description: 'Opening balance' },
    ]);
  });

  test('twice reverses once', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId);
    await post(payment(number));
    const first = await reverse(payment(number).paymentId);
    expect(await reverse(payment(number).paymentId)).toEqual(first);
    expect(await books.host.listHistory(customerId, number, wholeHistory)).toHaveLength(3);
  });

  test('that was never posted returns undefined', async () => {
    expect(await reverse('never-posted')).toBeUndefined();
  });
});
