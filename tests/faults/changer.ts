import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PaymentInfo } from '#common/payments/payments.api.ts';
import type { RecurringPaymentItem, ScheduledPaymentItem } from '#common/payments/payment-shapes.api.ts';
import { addDays, type Day, day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { saveDraftInstruction } from '#server/payments/schedules/draft-instructions.queries.ts';
import { insertScheduledPayment } from '#server/payments/payment-changes.queries.ts';
import { insertRecurring } from '#server/payments/schedules/recurring-payments.queries.ts';
import type { SeededRandom } from '#demo/books/seeded-random.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import type { Borrower } from './crowd.ts';
import { askForInfo, type PayerRecord } from './payer.ts';
import { commonOf, numbers } from './planner.ts';
import type { World } from './world.ts';

/** A customer's change of a scheduled or recurring payment, and whether it was answered. */
export interface Change {
  readonly kind: 'edit' | 'skip' | 'delete';
  readonly id: string;
  /** For an edit: an amount in cents that no other edit uses. */
  readonly amountCents: number;
  answer: 'done' | 'refused' | 'lost';
}

export interface Changed {
  readonly scheduledIds: string[];
  readonly recurringIds: string[];
  readonly changes: Change[];
}

/** A Monday after the simulated day, so payments set up for it stay scheduled. */
const LATER = day('2026-11-23');

interface ChangerSettings {
  readonly random: SeededRandom;
  readonly record: PayerRecord;
  readonly stopping: AbortSignal;
}

/**
 * Edits, skips and deletes the customers' scheduled and recurring payments while processes are killed, and sets deleted
 * ones up again. Two tabs may send different changes in parallel.
 */
export async function changeOnAndOn(
  world: World,
  borrowers: readonly Borrower[],
  settings: ChangerSettings,
): Promise<Changed> {
  const changed: Changed = { scheduledIds: [], recurringIds: [], changes: [] };
  await Promise.all(borrowers.map((borrower, index) => change(world, borrower, index % 2 === 0, settings, changed)));
  return changed;
}

async function change(
  world: World,
  borrower: Borrower,
  recurs: boolean,
  { random, record, stopping }: ChangerSettings,
  changed: Changed,
): Promise<void> {
  let id: string | undefined;
  while (!stopping.aborted) {
    const info = await askForInfo(borrower, { random, record, addresses: world.addresses });
    const payment = info && (recurs ? info.RecurringPayment : info.ScheduledPayments[0]);
    if (!info || !payment) {
      // Deleted or not yet set up; a request without an answer proves nothing.
      if (info) id = await planAgain(world, borrower, recurs, changed);
    } else if (id !== undefined) {
      const copies = random.next() < 0.3 ? 2 : 1;
      const asked = Array.from({ length: copies }, () => pickChange(id ?? '', recurs, random));
      changed.changes.push(...asked);
      await Promise.all(asked.map((wanted) => ask(world, borrower, info, wanted, { random, record })));
    }
    await sleep(random.between(200, 800));
  }
}

function pickChange(id: string, recurs: boolean, random: SeededRandom): Change {
  const kind = random.pick(
    recurs ? (['edit', 'skip', 'skip', 'delete'] as const) : (['edit', 'edit', 'delete'] as const),
  );
  return { kind, id, amountCents: random.between(2_000, 9_000), answer: 'lost' };
}

async function ask(
  world: World,
  borrower: Borrower,
  info: PaymentInfo,
  wanted: Change,
  { random, record }: Pick<ChangerSettings, 'random' | 'record'>,
): Promise<void> {
  const payment = info.RecurringPayment ?? info.ScheduledPayments[0];
  if (!payment) return;
  const { path, body } = requestOf(borrower, info, payment, wanted);
  const cutAfterMs = random.next() < 0.2 ? random.between(1, 150) : undefined;
  try {
    const response = await fetch(new URL(path, random.pick(world.addresses)), {
      method: 'POST',
      headers: { ...borrower.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(cutAfterMs ?? 30_000),
    });
    const text = await response.text();
    if (response.status === 200) wanted.answer = (JSON.parse(text) as PaymentInfo).HasNoErrors ? 'done' : 'refused';
    else record.unexpected.push(`${response.status} ${text}`);
  } catch {
    if (cutAfterMs === undefined) record.lost += 1;
    else record.cut += 1;
  }
}

function requestOf(
  { accountNumber }: Borrower,
  info: PaymentInfo,
  payment: ScheduledPaymentItem | RecurringPaymentItem,
  { kind, amountCents }: Change,
) {
  const recurs = 'RecurringOption' in payment;
  const handle = recurs ? payment.EncryptedData : payment.EncryptedString;
  const named = { Token: info.EncryptedData, Payment: { EncryptedString: handle, LoanAccountNumber: accountNumber } };
  const folder = recurs ? 'PaymentRecurring' : 'PaymentScheduled';
  if (kind === 'delete') return { path: `/api/${folder}/DeleteAch`, body: named };
  if (kind === 'skip') return { path: `/api/${folder}/Skip`, body: named };
  const amounts = { PaymentAmount: amountCents / 100, FirstPartyFee: recurs ? 0 : 1, ThirdPartyFee: 0, Method: null };
  const edit = { ...named, PaymentDate: LATER, ...amounts };
  const recurrence = {
    AdditionalPrincipalAmount: 0,
    RecurringDetails: { RecurringOption: 'Weekly', DaysBeforeDue: 0 },
  };
  return { path: `/api/${folder}/Edit`, body: recurs ? { ...edit, ...recurrence } : edit };
}

async function planAgain(world: World, borrower: Borrower, recurs: boolean, changed: Changed): Promise<string> {
  const id = randomUUIDv7();
  const method = { type: 'ACH', lastFour: '6354', bankName: 'Harbor', accountType: 'Checking' } as const;
  const common = {
    ...commonOf(borrower),
    amountCents: cents(1_000),
    method,
  };
  await inTransaction(world.database.database, async (transaction) => {
    if (recurs) {
      const recurrence = { option: 'Weekly', daysBeforeDue: 0, firstOn: LATER } as const;
      const runs = { recurrence, nextOn: LATER, runOn: LATER, paysTotalDue: false };
      await insertRecurring(transaction, { ...common, ...runs, recurringId: id });
    } else {
      const once = { isPayoff: false, timing: 'scheduled', occurrence: null, payOn: LATER } as const;
      await insertScheduledPayment(transaction, { ...common, ...once, paymentId: id });
    }
    await saveDraftInstruction(world, transaction, id, numbers);
  });
  (recurs ? changed.recurringIds : changed.scheduledIds).push(id);
  return id;
}

/** Returns acknowledged changes that didn't happen or only in part, one sentence each. */
export async function findChangeDifferences(database: Database, changed: Changed): Promise<string[]> {
  const { rows: scheduled } = await sql<{ id: string; state: string; amount: number; draft: boolean }>`
    select payment_id as id, state, amount_cents as amount,
      exists (select from draft_instructions where instruction_id = payment_id) as draft
    from payments where payment_id = any(${changed.scheduledIds}::uuid[])`.execute(database);
  const { rows: recurring } = await sql<{
    id: string;
    state: string;
    amount: number;
    draft: boolean;
    on: Day;
    skips: number;
  }>`
    select recurring_id as id, state, amount_cents as amount, next_on as "on",
      exists (select from draft_instructions where instruction_id = recurring_id) as draft,
      (select count(*) from recurring_events e where e.recurring_id = r.recurring_id and event = 'skipped'
        and event_id > coalesce((select max(event_id) from recurring_events f
          where f.recurring_id = r.recurring_id and event = 'edited'), 0)) as skips
    from recurring_payments r where recurring_id = any(${changed.recurringIds}::uuid[])`.execute(database);
  const changesOf = (id: string) => changed.changes.filter((each) => each.id === id);
  return [
    ...scheduled.flatMap((row) => differencesOf(row, changesOf(row.id), 'scheduled')),
    ...recurring.flatMap((row) => differencesOf(row, changesOf(row.id), 'active')),
    // Each skip moves one week from the day of the last edit or the set-up.
    ...recurring
      .filter(({ on, skips }) => on !== addDays(LATER, 7 * skips))
      .map(({ id, on, skips }) => `recurring ${id} is next on ${on} after ${skips} skips`),
  ];
}

function differencesOf(
  row: { readonly id: string; readonly state: string; readonly amount: number; readonly draft: boolean },
  changes: readonly Change[],
  standing: string,
): string[] {
  const asked = (kind: Change['kind']) => changes.filter((each) => each.kind === kind);
  const deleted = row.state === 'cancelled';
  const amounts = [1_000, ...asked('edit').map(({ amountCents }) => amountCents)];
  const differences = [
    !deleted && row.state !== standing && `is ${row.state}`,
    !deleted && asked('delete').some(({ answer }) => answer === 'done') && 'stands although its deletion was answered',
    deleted &&
      asked('delete').every(({ answer }) => answer === 'refused') &&
      'was deleted, although no one asked for it',
    !amounts.includes(row.amount) && `has the amount ${row.amount}, which no one asked for`,
    row.amount === 1_000 &&
      asked('edit').some(({ answer }) => answer === 'done') &&
      'was not edited though that was answered',
    row.draft === deleted && `has ${row.draft ? 'a' : 'no'} draft instruction`,
  ];
  return differences
    .filter((difference) => typeof difference === 'string')
    .map((text) => `planned payment ${row.id} ${text}`);
}
