import { type Selectable, sql } from 'kysely';
import type { Cents } from '#common/core/money.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import type { DraftInstructionsTable, PaymentsTable, PaymentTables } from '#server/payments/payment-tables.ts';
import { type Payment, toPayment, unsettledRow, REFUND } from '#server/payments/payments.queries.ts';
import { fromNow, insertingPayments, type NewPayment } from '#server/payments/payment-changes.queries.ts';
import { arrayText } from '#server/platform/db/array-text.ts';
import type { Database, Transaction, Queryable } from '#server/platform/db/database.ts';
import { anyId, asTable } from '#server/platform/db/insert-many.ts';
import { type Recurring, toRecurring } from './recurring-payments.queries.ts';
import type { Run } from '#common/payments/rules/recurring-dates.ts';
import { addDays, type Day } from '#common/core/dates.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { isPausedRow } from './payment-pauses.queries.ts';

/** Returns the guards' versions by account. Read before the host is asked. */
export async function readVersions(
  database: Database,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ account: string; version: number }>`
    select account, coalesce(version, 0) as version
    from unnest(${arrayText(accountNumbers)}::text::text[]) as loans (account)
    left join change_guards on subject = ${subjectOf('account')}`.execute(database);
  return new Map(rows.map(({ account, version }) => [account, version]));
}

/** Takes the guards of loans in one order for all processes. Returns their versions by account. */
export async function lockGuards(
  transaction: Transaction,
  accountNumbers: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const subjects = new Map(accountNumbers.map((account) => [accountSubject(account), account]));
  const { rows } = await sql<{ subject: string; version: number }>`
    insert into change_guards (subject)
    select subject from unnest(${arrayText([...subjects.keys()])}::text::text[]) as loans (subject)
    order by subject collate "C"
    on conflict (subject) do update set subject = excluded.subject
    returning subject, version`.execute(transaction);
  return new Map(rows.map(({ subject, version }) => [subjects.get(subject) ?? '', version]));
}

/** Returns the loans with a payment without an outcome, a change that waits for the host, or payments on hold. */
export async function listHindered(
  transaction: Transaction,
  accountNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ account: string }>`
    select account from unnest(${arrayText(accountNumbers)}::text::text[]) as loans (account)
    where exists (select from payments where account_number = account and ${unsettledRow})
      or exists (select from host_tasks where subject = ${subjectOf('account')} and set_aside_at is null)
      or exists (select from payment_pauses where account_number = account and ended_at is null)`.execute(transaction);
  return new Set(rows.map(({ account }) => account));
}

function subjectOf(column: string) {
  return sql`${accountSubject('')} || ${sql.ref(column)}`;
}

export async function lockScheduledOfIds(transaction: Transaction, ids: readonly string[]): Promise<Payment[]> {
  const rows = await transaction
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('payment_id', '=', anyId(ids))
    .where('state', '=', 'scheduled')
    .orderBy('payment_id')
    .forUpdate()
    .execute();
  return rows.map(toPayment);
}

export async function lockRecurringOfIds(transaction: Transaction, ids: readonly string[]): Promise<Recurring[]> {
  const rows = await transaction
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .selectAll()
    .where('recurring_id', '=', anyId(ids))
    .where('state', '=', 'active')
    .orderBy('recurring_id')
    .forUpdate()
    .execute();
  return rows.map(toRecurring);
}

export function listInstructions(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Selectable<DraftInstructionsTable>[]> {
  return transaction
    .withTables<PaymentTables>()
    .selectFrom('draft_instructions')
    .selectAll()
    .where('instruction_id', '=', anyId(ids))
    .execute();
}

export async function deleteInstructions(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .deleteFrom('draft_instructions')
    .where('instruction_id', '=', anyId(ids))
    .execute();
}

/** Returns those of the keyed hashes whose bank account is blocked, in hexadecimal. */
export async function listBlocked(
  transaction: Transaction,
  accountIndexes: readonly Uint8Array[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ index: string }>`
    select encode(account_index, 'hex') as index from blocked_bank_accounts
    where account_index in (select unnest(${arrayText(accountIndexes)}::text::bytea[]))`.execute(transaction);
  return new Set(rows.map(({ index }) => index));
}

/** Requires their row locks and the state `scheduled`. */
export async function submitScheduled(
  transaction: Transaction,
  drawn: readonly { readonly paymentId: string; readonly amountCents: Cents }[],
  { leaseMs, at }: { readonly leaseMs: number; readonly at: Temporal.Instant },
): Promise<Payment[]> {
  const rows = drawn.map(({ paymentId, amountCents }) => ({ payment_id: paymentId, amount_cents: amountCents }));
  const { rows: moved } = await sql<Selectable<PaymentsTable>>`
    update payments set
      state = 'submitting', state_since = ${at.toString()}::timestamptz, leased_until = ${fromNow(leaseMs)},
      claimed_until = null, amount_cents = drawn.amount_cents
    from ${asTable({ payment_id: 'uuid', amount_cents: 'bigint' }, rows)} as drawn (payment_id, amount_cents)
    where payments.payment_id = drawn.payment_id and payments.state = 'scheduled'
    returning payments.*`.execute(transaction);
  return moved.map(toPayment);
}

/** Leaves out those whose date was already paid. */
export async function insertSubmitting(
  transaction: Transaction,
  payments: readonly NewPayment[],
  leaseMs: number,
): Promise<Payment[]> {
  const { rows: made } = await sql<Selectable<PaymentsTable>>`
    ${insertingPayments(payments, leaseMs)} on conflict do nothing returning *`.execute(transaction);
  return made.map(toPayment);
}

/** Moves recurring payments to their next runs. Requires their row locks; clears the claims. */
export async function stepRecurring(
  transaction: Transaction,
  steps: readonly { readonly recurringId: string; readonly run: Run }[],
): Promise<void> {
  const rows = steps.map(({ recurringId, run }) => ({
    recurring_id: recurringId,
    next_on: run.nextOn,
    run_on: run.runOn,
  }));
  await sql`
    update recurring_payments set next_on = step.next_on, run_on = step.run_on, claimed_until = null
    from ${asTable({ recurring_id: 'uuid', next_on: 'date', run_on: 'date' }, rows)}
      as step (recurring_id, next_on, run_on)
    where recurring_payments.recurring_id = step.recurring_id`.execute(transaction);
}

/** Works like `claimDuePayments`. */
export async function claimDueRecurring(
  database: Database,
  claim: { readonly through: Day; readonly method: PaymentType; readonly limit: number; readonly leaseMs: number },
): Promise<Recurring[]> {
  const tables = database.withTables<PaymentTables>();
  const due = tables
    .selectFrom('recurring_payments')
    .select('recurring_id')
    .where('state', '=', 'active')
    .where('run_on', '<=', claim.through)
    .where('method_type', '=', claim.method)
    .where((where) =>
      where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', sql<Temporal.Instant>`now()`)]),
    )
    .orderBy('run_on')
    .orderBy('recurring_id')
    .limit(claim.limit)
    .forUpdate()
    .skipLocked();
  const rows = await tables
    .updateTable('recurring_payments')
    .set({ claimed_until: fromNow(claim.leaseMs), submit_problem: null })
    .where('recurring_id', 'in', due)
    .returningAll()
    .execute();
  return rows.map(toRecurring).toSorted((a, b) => (a.runOn < b.runOn ? -1 : a.runOn > b.runOn ? 1 : 0));
}

export async function listToAnnounce(
  queryable: Queryable,
  { through, after, limit }: { readonly through: Day; readonly after: Recurring | null; readonly limit: number },
): Promise<Recurring[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('recurring_payments')
    .selectAll()
    .where('state', '=', 'active')
    .where('run_on', '<=', through)
    .whereRef('run_on', 'is distinct from', 'announced_for')
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(run_on, recurring_id) > (${after?.runOn ?? ''}::date, ${after?.recurringId ?? ''}::uuid)`,
      ),
    )
    .orderBy('run_on')
    .orderBy('recurring_id')
    .limit(limit)
    .execute();
  return rows.map(toRecurring);
}

/** Two weeks, plus a weekend or holiday. */
const EXPECTED_WITHIN_DAYS = 17;

/**
 * Returns what recurring payments are about to draw, by account number. Leaves out a payment whose newest run failed; a
 * refund says nothing about the next run, and one that a hold code stops. One that draws the total due covers everything.
 */
export async function selectExpected(
  queryable: Queryable,
  accountNumbers: readonly string[],
  on: Day,
): Promise<ReadonlyMap<string, Cents>> {
  if (accountNumbers.length === 0) return new Map();
  const { rows } = await sql<{ account_number: string; expected: Cents }>`
    select account_number, (case when pays_total_due then ${Number.MAX_SAFE_INTEGER} else amount_cents end)::bigint as expected
    from recurring_payments
    where state = 'active' and account_number = any(${accountNumbers}::text[])
      and run_on <= ${addDays(on, EXPECTED_WITHIN_DAYS)}::date and not ${isPausedRow('recurring_payments')}
      and coalesce((
        select payments.state from payments
        where payments.recurring_id = recurring_payments.recurring_id and state <> 'refunded'
          and return_code is distinct from ${REFUND}
        order by occurs_on desc limit 1
      ), 'posted') not in ('declined', 'returned')`.execute(queryable);
  return new Map(rows.map(({ account_number: accountNumber, expected }) => [accountNumber, expected]));
}
