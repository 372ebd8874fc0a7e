import { beforeEach, describe, expect, test } from 'vitest';
import { type Cents, cents, ZERO } from '#common/core/money.ts';
import { addLoan } from '#tests/builders/books.ts';
import { customerId, postedAt, startEmptyBooks, today as on } from '#tests/builders/empty-books.ts';

const books = startEmptyBooks();
let loans = 0;
let accountNumber: string;
let paymentId: string;

/** $60.00 to the loan, of which $40.00 is its interest, and a fee of $3.00. */
beforeEach(async () => {
  loans += 1;
  accountNumber = `L-${loans}`;
  paymentId = `payment-${loans}`;
  await addLoan(books.database, { number: accountNumber, customerId });
  const processingFeeCents = cents(300);
  await books.pay({ paymentId, accountNumber, amountCents: cents(6_000), processingFeeCents, method: 'Card' });
});

const refundTo = (left: Partial<Record<'amountCents' | 'processingFeeCents', Cents>>, refundId = `refund-${loans}`) =>
  books.servicing.refundPart({
    paymentId,
    refundId,
    amountCents: ZERO,
    additionalPrincipalCents: ZERO,
    processingFeeCents: ZERO,
    postedAt,
    ...left,
  });
const loanNow = () => books.host.findLoan(customerId, accountNumber, on);
const descriptions = async () => (await books.history(accountNumber)).map(({ description }) => description);

describe('a payment of which a part is refunded', () => {
  test('is refused where nothing of it would go back, or nothing would be left', async () => {
    const before = await loanNow();
    const whole = { amountCents: cents(6_000), processingFeeCents: cents(300) };
    await expect(refundTo(whole)).rejects.toMatchObject({
      name: 'HostRefused',
      reason: 'NotThere',
      message: `$63.00 is not a part of payment ${paymentId}.`,
    });
    await expect(refundTo({ ...whole, amountCents: cents(6_001) })).rejects.toMatchObject({ reason: 'NotThere' });
    await expect(refundTo({})).rejects.toMatchObject({ reason: 'NotThere' });
    expect(await loanNow()).toEqual(before);
    expect(await descriptions()).toEqual(['Payment, Card', 'Opening balance']);
  });

  test('may keep all but a cent, or a cent alone', async () => {
    await refundTo({ amountCents: cents(5_999), processingFeeCents: cents(300) });
    expect(await loanNow()).toMatchObject({ principalCents: 998_001, interestDueCents: 0 });
    await refundTo({ amountCents: cents(1) }, `again-${loans}`);
    expect(await loanNow()).toMatchObject({ principalCents: 1_000_000, interestDueCents: 3_999 });
    expect(await descriptions()).toEqual([
      'Payment, Card, after a partial refund',
      'Payment refunded in part',
      'Payment, Card, after a partial refund',
      'Payment refunded in part',
      'Payment, Card',
      'Opening balance',
    ]);
  });

  test('gives back its fee too, once nothing else of it is left', async () => {
    await refundTo({ processingFeeCents: cents(300) });
    await refundTo({ processingFeeCents: cents(100) }, `again-${loans}`);
    expect(await books.host.listPostings([paymentId])).toMatchObject([{ totalCents: 100, reversed: false }]);
    await books.host.reversePayment({ paymentId, effectiveOn: on, postedAt });
    expect(await books.host.listPostings([paymentId])).toMatchObject([{ reversed: true }]);
    expect(await loanNow()).toMatchObject({ principalCents: 1_000_000, interestDueCents: 4_000 });
  });

  test('is refunded once, however often it is asked', async () => {
    const left = { amountCents: cents(5_000), processingFeeCents: cents(300) };
    await refundTo(left);
    const once = await loanNow();
    await refundTo(left);
    expect(await loanNow()).toEqual(once);
  });

  test('is refused once it came back', async () => {
    await books.host.reversePayment({ paymentId, effectiveOn: on, postedAt });
    await expect(refundTo({ amountCents: cents(5_000) })).rejects.toMatchObject({
      reason: 'NotThere',
      message: `Payment ${paymentId} is on no loan anymore.`,
    });
  });
});
