import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import type { Host } from '#server/host/host.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createEmbeddedHost } from './embedded-host.ts';
import { findImbalances } from './find-imbalances.ts';
import { movePayment } from './move-payment.ts';
import { postPayment } from './post-payment.ts';
import { refundPart } from './refund-part.ts';
import { reversePayment } from './reverse-payment.ts';

const today = day('2026-11-21');
const postedAt = Temporal.Instant.from('2026-11-21T15:00:00Z');

let open: OpenDatabase;
let host: Host;
let scenes = 0;
let [number, other, paymentId] = ['', '', ''];

beforeAll(async () => {
  open = await createTestDatabase();
  const cipher = createFieldCipher(new Uint8Array(32).fill(5));
  host = createEmbeddedHost(open.database, { servicing: servicingRules, timeZone: 'America/New_York' }, cipher);
  await addCustomer(open.database, 'ada');
});

afterAll(() => open.close());

beforeEach(async () => {
  scenes += 1;
  [number, other, paymentId] = [`L-${scenes}`, `O-${scenes}`, `payment-${scenes}`];
  for (const each of [number, other]) await addLoan(open.database, { number: each, customerId: 'ada' });
  await host.postPayment(payment({}));
});

afterEach(async () => {
  const imbalances = await findImbalances(open.database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const payment = (changes: Partial<Parameters<Host['postPayment']>[0]>) => ({
  paymentId,
  accountNumber: number,
  effectiveOn: today,
  postedAt,
  amountCents: cents(40_000),
  additionalPrincipalCents: ZERO,
  processingFeeCents: ZERO,
  method: 'Card' as const,
  ...changes,
});
const descriptionsOn = async (accountNumber: string) =>
  (await host.listHistory('ada', accountNumber, { since: null, limit: 6, before: null })).map(
    ({ description, totalCents }) => [description, totalCents],
  );

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
  inTransaction(open.database, (transaction) =>
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
  const loan = await host.findLoan('ada', number, today);
  await inTransaction(open.database, (transaction) => payEarlier(transaction, other));
  expect(loan?.payoffCents).toBe((await host.findLoan('ada', other, today))?.payoffCents);
  expect(answer?.principalAfterCents).toBe(loan?.principalCents);
});

test('a payment that was moved meanwhile is reversed where it is now', async () => {
  await reverse(moveAway);
  expect((await descriptionsOn(number))[0]).toEqual(['Payment moved to another loan', -40_000]);
  expect((await descriptionsOn(other))[0]).toEqual(['Payment returned', -40_000]);
  expect((await host.findLoan('ada', other, today))?.principalCents).toBe(1_000_000);
});

test('a payment that was moved meanwhile is refunded in part where it is now', async () => {
  const rest = { amountCents: cents(30_000), additionalPrincipalCents: ZERO, processingFeeCents: ZERO, postedAt };
  await inTransaction(open.database, (transaction) =>
    refundPart(
      waitingFor(transaction, () => moveAway(transaction)),
      { paymentId, refundId: `refund-${scenes}`, ...rest },
      servicingRules,
    ),
  );
  expect((await descriptionsOn(number))[0]).toEqual(['Payment moved to another loan', -40_000]);
  expect((await descriptionsOn(other)).slice(0, 2).map(([, amount]) => amount)).toEqual([30_000, -40_000]);
});
