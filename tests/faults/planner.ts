import { createHash, randomUUID, randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays, type Day, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { saveDraftInstruction } from '#server/payments/schedules/draft-instructions.queries.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';
import { insertScheduledPayment } from '#server/payments/payment-changes.queries.ts';
import { insertRecurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import { createReferenceNumber } from '#server/platform/crypto/random-tokens.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import type { Borrower } from './crowd.ts';
import type { World } from './world.ts';

const TODAY = day('2026-11-20');

/** Weeks a recurring payment is behind, including today's payment. */
const WEEKS_BEHIND = 3;

export interface Planned {
  readonly scheduled: string[];
  readonly recurring: string[];
}

/** Sets up payments that are due, some for weeks, while processes are killed. Each must be made exactly once. */
export async function planOnAndOn(
  world: World,
  borrowers: readonly [Borrower, ...Borrower[]],
  { random, stopping }: { readonly random: SeededRandom; readonly stopping: AbortSignal },
): Promise<Planned> {
  const planned: Planned = { scheduled: [], recurring: [] };
  const methods = await prepareMethods(world.sandboxUrl);
  let next = 0;
  while (!stopping.aborted) {
    const borrower = borrowers[next % borrowers.length] ?? borrowers[0];
    const method = random.pick(methods);
    // A loan has one recurring payment, so only the first round adds them.
    if (next < borrowers.length && next % 2 === 0) planned.recurring.push(await planRecurring(world, borrower, method));
    else planned.scheduled.push(await planScheduled(world, borrower, method));
    next += 1;
    await sleep(random.between(100, 400));
  }
  return planned;
}

/** Used by every borrower. */
export const bankAccount = { type: 'ACH', lastFour: '6354', bankName: 'Harbor', accountType: 'Checking' } as const;

type Methods = readonly [MethodSnapshot, ...MethodSnapshot[]];

/** A good card and a bank account, so every payment must succeed in the end. */
async function prepareMethods(sandboxUrl: string): Promise<Methods> {
  return [bankAccount, await prepareCard(sandboxUrl)];
}

export async function prepareCard(sandboxUrl: string): Promise<MethodSnapshot> {
  const processor = createHttpCardProcessor(serviceAt(sandboxUrl, 5_000));
  const details = {
    cardNumber: '4242424242424242',
    securityCode: '739',
    expiration: '12/30',
    firstName: 'A',
    lastName: 'B',
    zipCode: '04101',
  };
  const { token, brand, lastFour } = await processor.tokenize(details);
  return { type: 'Card', lastFour, brand, debitCredit: 'DebitCard', token, expiration: details.expiration };
}

type Planning = Pick<World, 'cipher'> & { readonly database: Pick<World['database'], 'database'> };

/** Inserts a payment due on a day. */
export async function planScheduled(
  world: Planning,
  borrower: Borrower,
  method: MethodSnapshot,
  payOn: Day = TODAY,
): Promise<string> {
  const paymentId = randomUUIDv7();
  const once = { isPayoff: false, timing: 'scheduled', occurrence: null, payOn } as const;
  await inTransaction(world.database.database, async (transaction) => {
    const common = commonOf(borrower);
    await insertScheduledPayment(transaction, { ...common, ...once, paymentId, amountCents: cents(1_500), method });
    if (method.type === 'ACH') await saveDraftInstruction(world, transaction, paymentId, numbers);
  });
  return paymentId;
}

export async function planRecurring(world: Planning, borrower: Borrower, method: MethodSnapshot): Promise<string> {
  const recurringId = randomUUIDv7();
  const firstOn = addDays(TODAY, -7 * (WEEKS_BEHIND - 1));
  const recurrence = { option: 'Weekly', daysBeforeDue: 0, firstOn } as const;
  const runs = { nextOn: firstOn, runOn: firstOn, paysTotalDue: false };
  await inTransaction(world.database.database, async (transaction) => {
    const common = commonOf(borrower);
    await insertRecurring(transaction, {
      ...common,
      recurringId,
      recurrence,
      ...runs,
      amountCents: cents(1_100),
      method,
    });
    if (method.type === 'ACH') await saveDraftInstruction(world, transaction, recurringId, numbers);
  });
  return recurringId;
}

export const numbers = {
  ownerName: 'Some Borrower',
  accountType: 'Checking',
  routingNumber: '411001025',
  accountNumber: '9081726354',
} as const;

/** Fields shared by all payments of the fault tests. */
export function commonOf({ accountNumber, userId, customerId }: Borrower) {
  const keyHash = createHash('sha256').update(randomUUID()).digest();
  return {
    referenceNumber: createReferenceNumber(),
    userId,
    customerId,
    accountNumber,
    firstPartyFeeCents: ZERO,
    thirdPartyFeeCents: ZERO,
    additionalPrincipalCents: ZERO,
    keyHash,
    requestFingerprint: keyHash,
    at: Temporal.Instant.from('2026-11-20T15:00:00Z'),
  };
}

/** Expires the claims of dead processes. */
export async function dropClaims(database: Database): Promise<void> {
  await sql`update payments set claimed_until = null where claimed_until is not null`.execute(database);
  await sql`update recurring_payments set claimed_until = null where claimed_until is not null`.execute(database);
}

export async function countDue(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from payments where state = 'scheduled' and pay_on <= ${TODAY})
      + (select count(*) from recurring_payments where state = 'active' and run_on <= ${TODAY}) as count`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** Returns planned payments not made exactly once, one sentence each. */
export async function findPlanDifferences(database: Database, planned: Planned): Promise<string[]> {
  const { rows: scheduled } = await sql<{ payment_id: string; state: string; submitted: number }>`
    select payment_id, state,
      (select count(*) from payment_events e where e.payment_id = p.payment_id and e.to_state = 'submitting') as submitted
    from payments p where timing = 'scheduled'`.execute(database);
  const { rows: recurring } = await sql<{ recurring_id: string; days: string }>`
    select recurring_id, string_agg(occurs_on || ' ' || state, ', ' order by payment_id) as days
    from payments where timing = 'recurring' group by recurring_id`.execute(database);
  const wantedDays = Array.from(
    { length: WEEKS_BEHIND },
    (_, week) => `${addDays(TODAY, -7 * (WEEKS_BEHIND - 1 - week))} posted`,
  );
  const daysOf = new Map(recurring.map((row) => [row.recurring_id, row.days]));
  const stateOf = new Map(scheduled.map((row) => [row.payment_id, row]));
  return [
    ...planned.scheduled
      .filter((id) => stateOf.get(id)?.state !== 'posted' || stateOf.get(id)?.submitted !== 1)
      .map((id) => `scheduled ${id}: ${JSON.stringify(stateOf.get(id))}`),
    ...planned.recurring
      .filter((id) => daysOf.get(id) !== wantedDays.join(', '))
      .map((id) => `recurring ${id}: ${daysOf.get(id)}`),
  ];
}
