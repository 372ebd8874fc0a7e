import { beforeAll, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import type { PaymentPosting } from '#server/host/host-payments.ts';
import { addLoan } from '#tests/builders/books.ts';
import { customerId, paymentOn, postedAt, startEmptyBooks, today } from '#tests/builders/empty-books.ts';

const books = startEmptyBooks();

beforeAll(async () => {
  for (const number of ['alone', 'in-a-set', 'other', 'again', 'untouched'])
    await addLoan(books.database, { number, customerId, state: { lateChargesCents: cents(2_500) } });
});

const payment = (accountNumber: string, changes: Partial<PaymentPosting> = {}) =>
  paymentOn(accountNumber, { additionalPrincipalCents: cents(5_000), ...changes });

const postSet = async (...payments: readonly PaymentPosting[]) =>
  (await books.host.sets?.postPayments(payments)) ?? new Map<string, never>();

/** The loan and its newest entry, without what differs between two loans. */
async function standing(accountNumber: string) {
  const loan = await books.host.findLoan(customerId, accountNumber, today);
  const [newest] = await books.history(accountNumber, 1);
  return { ...loan, accountNumber: '', ...newest, entryId: '', paymentId: '' };
}

test('payments of a set are posted like each one alone, and answered by their ids', async () => {
  const alone = await books.host.postPayment(payment('alone'));
  const answers = await postSet(payment('in-a-set'), payment('other', { amountCents: cents(10_000), method: 'Card' }));
  expect([...answers.keys()]).toEqual(['payment-in-a-set', 'payment-other']);
  expect({ ...answers.get('payment-in-a-set'), transferId: '' }).toEqual({ ...alone, transferId: '' });
  expect(await standing('in-a-set')).toEqual(await standing('alone'));
  expect(await standing('other')).toMatchObject({ description: 'Payment, Card', dueOn: '2026-12-01' });
  expect(answers.get('payment-other')?.allocation.feesCents).toBe(2_500);
  // A payment can be taken back, so it counted toward the installment.
  await books.host.reversePayment({ paymentId: 'payment-in-a-set', effectiveOn: today, postedAt });
  expect(await standing('in-a-set')).toMatchObject({ dueOn: '2026-12-01', lateChargesCents: 2_500 });
});

test('a set leaves out payments that were posted before, and those of no loan', async () => {
  await books.host.postPayment(payment('again'));
  const before = await standing('again');
  const unknown = payment('no-such-loan');
  const answers = await postSet(payment('again'), unknown, payment('untouched', { additionalPrincipalCents: ZERO }));
  expect([...answers.keys()]).toEqual(['payment-untouched']);
  expect(await standing('again')).toEqual(before);
});

test('a set leaves out a payment of a day before other postings, which are then applied again', async () => {
  await addLoan(books.database, { number: 'late', customerId, state: { accruedThrough: today } });
  const yesterday = payment('late', { effectiveOn: day('2026-11-20') });
  expect(await postSet(yesterday)).toEqual(new Map());
  const answers = await postSet({ ...yesterday, effectiveOn: today });
  expect([...answers.keys()]).toEqual(['payment-late']);
});

test('a set of nothing posts nothing', async () => {
  expect(await postSet()).toEqual(new Map());
});
