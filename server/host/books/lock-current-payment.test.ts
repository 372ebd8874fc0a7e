import type { KyselyPlugin } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import type { PaymentPosting } from '#server/host/host-payments.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { addLoan } from '#tests/builders/books.ts';
import { postedAt, startEmptyBooks, today } from '#tests/builders/empty-books.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { movePayment } from './move-payment.ts';
import { postPayment } from './post-payment.ts';
import { refundPart } from './refund-part.ts';
import { reversePayment } from './reverse-payment.ts';

const books = startEmptyBooks();
let scenes = 0;
let [number, other, paymentId] = ['', '', ''];

beforeEach(async () => {
  scenes += 1;
  [number, other, paymentId] = [`L-${scenes}`, `O-${scenes}`, `payment-${scenes}`];
  for (const each of [number, other]) await addLoan(books.database, { number: each, customerId: 'ada' });
  await books.host.postPayment(payment({}));
});

const payment = (changes: Partial<PaymentPosting>): PaymentPosting => ({
  paymentId,
  accountNumber: number,
  effectiveOn: today,
  postedAt,
  amountCents: cents(40_000),
  additionalPrincipalCents: ZERO,
  processingFeeCents: ZERO,
  method: 'Card',
  ...changes,
});
const descriptionsOn = async (accountNumber: string) =>
  (await books.history(accountNumber, 6)).map(({ description, totalCents }) => [description, totalCents]);

/** Returns the transaction as seen by a session that waits for a lock, after its first statement, for another one. */
function waitingFor(transaction: Transaction, another: () => Promise<unknown>): Transaction {
  let isFirst = true;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) {
        isFirst = false;
        await another();
      }
      return result;
    },
  };
  return transaction.withPlugin(plugin);
}

const reverse = (meanwhile: (transaction: Transaction) => Promise<unknown>) =>
  inTransaction(books.database, (transaction) =>
    reversePayment(
      waitingFor(transaction, () => meanwhile(transaction)),
      { paymentId, effectiveOn: today, postedAt },
      servicingRules,
    ),
  );
const payEarlier = (transaction: Transaction, accountNumber = number) =>
  postPayment(
    transaction,
    payment({
      paymentId: `earlier-${accountNumber}`,
      accountNumber,
      effectiveOn: day('2026-11-19'),
      amountCents: cents(10_000),
    }),
    servicingRules,
  );
const moveAway = (transaction: Transaction) =>
  movePayment(
    transaction,
    {
      paymentId,
      moveId: `moved-${scenes}`,
      fromAccountNumber: number,
      accountNumber: other,
      additionalPrincipalCents: ZERO,
      waivedChargeIds: [],
      movedOn: today,
      postedAt,
    },
    servicingRules,
  );

test('a payment that was applied again meanwhile is reversed as it is now', async () => {
  const answer = await reverse(payEarlier);
  expect(await descriptionsOn(number)).toEqual([
    ['Payment returned', -40_000],
    ['Payment, Card, applied again', 40_000],
    ['Payment, Card', 10_000],
    ['Payment taken back to apply it again', -40_000],
    ['Payment, Card', 40_000],
    ['Opening balance', -1_000_000],
  ]);
  const loan = await books.host.findLoan('ada', number, today);
  await inTransaction(books.database, (transaction) => payEarlier(transaction, other));
  expect(loan?.payoffCents).toBe((await books.host.findLoan('ada', other, today))?.payoffCents);
  expect(answer?.principalAfterCents).toBe(loan?.principalCents);
});

test('a payment that was moved meanwhile is reversed where it is now', async () => {
  await reverse(moveAway);
  expect((await descriptionsOn(number))[0]).toEqual(['Payment moved to another loan', -40_000]);
  expect((await descriptionsOn(other))[0]).toEqual(['Payment returned', -40_000]);
  expect((await books.host.findLoan('ada', other, today))?.principalCents).toBe(1_000_000);
});

test('a payment that was moved meanwhile is refunded in part where it is now', async () => {
  const rest = { amountCents: cents(30_000), additionalPrincipalCents: ZERO, processingFeeCents: ZERO, postedAt };
  await inTransaction(books.database, (transaction) =>
    refundPart(
      waitingFor(transaction, () => moveAway(transaction)),
      { paymentId, refundId: `refund-${scenes}`, ...rest },
      servicingRules,
    ),
  );
  expect((await descriptionsOn(number))[0]).toEqual(['Payment moved to another loan', -40_000]);
  expect((await descriptionsOn(other)).slice(0, 2).map(([, amount]) => amount)).toEqual([30_000, -40_000]);
});
