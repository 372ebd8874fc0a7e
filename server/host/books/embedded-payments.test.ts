import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { PaymentPosting } from '#server/host/host-payments.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { addDeposit } from '#tests/builders/books.ts';
import { paymentOn, startEmptyBooks, today } from '#tests/builders/empty-books.ts';

const books = startEmptyBooks();

const post = (posting: PaymentPosting) => books.host.postPayment(posting);

const wholeHistory = { since: null, limit: 100, before: null };

describe('posting a payment', () => {
  test('changes balance, due day and history together', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId);
    const posted = await post(paymentOn(number));
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
    const first = await post(paymentOn(number, { additionalPrincipalCents: cents(10_000) }));
    await post(paymentOn(number, { paymentId: `another-${number}`, method: 'Card' }));
    const before = await books.host.findLoan(customerId, number, today);
    const again = await post(paymentOn(number, { additionalPrincipalCents: cents(10_000) }));
    expect(again).toEqual({ ...first, nextDueOn: before?.dueOn });
    expect(await books.host.findLoan(customerId, number, today)).toEqual(before);
    expect(await books.host.listHistory(customerId, number, wholeHistory)).toHaveLength(3);
  });

  test('twenty times in parallel posts once', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(paymentOn(number))));
    expect(new Set(answers.map((answer) => answer.transferId)).size).toBe(1);
    expect(await books.host.findLoan(customerId, number, today)).toMatchObject({ principalCents: 964_000 });
  });

  test('posts different parallel payments', async () => {
    const customerId = await books.newCustomer();
    const number = await books.newLoan(customerId);
    const ids = Array.from({ length: 10 }, (_, index) => `at-once-${number}-${index}`);
    await Promise.all(ids.map((paymentId) => post(paymentOn(number, { paymentId, amountCents: cents(1_000) }))));
    expect(await books.host.findLoan(customerId, number, today)).toMatchObject({ payoffCents: 1_004_000 - 10_000 });
  });

  test.each<[string, Partial<PaymentPosting>]>([
    ['another amount', { amountCents: cents(40_001) }],
    ['another fee', { processingFeeCents: cents(0) }],
  ])('under a used id with %s is refused', async (_name, changes) => {
    const number = await books.newLoan(await books.newCustomer());
    await post(paymentOn(number));
    await expect(post(paymentOn(number, changes))).rejects.toThrow(
      /already posted to another account or for another amount/,
    );
  });

  test('under the id of a payment to another loan is refused', async () => {
    const customerId = await books.newCustomer();
    const [number, other] = [await books.newLoan(customerId), await books.newLoan(customerId)];
    await post(paymentOn(number));
    const misdirected = post(paymentOn(other, { paymentId: paymentOn(number).paymentId }));
    await expect(misdirected).rejects.toThrow(/already posted to another account or for another amount/);
  });

  test('to a deposit is refused', async () => {
    const customerId = await books.newCustomer();
    await addDeposit(books.database, { customerId, number: 'D-paid', typeCode: typeCodes.checking, balance: 1 });
    await expect(post(paymentOn('D-paid'))).rejects.toThrow(/not a loan/);
  });

  test('is refused inside a portal transaction, which must not wait for another system', async () => {
    const number = await books.newLoan(await books.newCustomer());
    const nested = inTransaction(books.database, () => books.host.postPayment(paymentOn(number)));
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
    await post(paymentOn(number));
    expect(await reverse(paymentOn(number).paymentId)).toMatchObject({ principalAfterCents: 1_000_000 });
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
    await post(paymentOn(number));
    const first = await reverse(paymentOn(number).paymentId);
    expect(await reverse(paymentOn(number).paymentId)).toEqual(first);
    expect(await books.host.listHistory(customerId, number, wholeHistory)).toHaveLength(3);
  });

  test('that was never posted returns undefined', async () => {
    expect(await reverse('never-posted')).toBeUndefined();
  });
});
