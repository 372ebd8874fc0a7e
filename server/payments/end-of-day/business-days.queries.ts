import { type Selectable, sql, type Updateable } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Database, Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '../payment-tables.ts';
import type { DayStep } from '#server/payments/end-of-day/end-of-day-tables.ts';
import type { DayComparison } from './day-comparison.ts';

export interface BusinessDay {
  readonly businessOn: Day;
  readonly filedAt: Temporal.Instant | null;
  readonly fileId: number | null;
  readonly chargedAt: Temporal.Instant | null;
  readonly lateCharges: number;
  readonly reconciledAt: Temporal.Instant | null;
  readonly chargesThrough: number | null;
  readonly comparison: DayComparison | null;
  /** Who explained the differences, and how. */
  readonly acknowledged: AcknowledgedDifferences | null;
}

export interface AcknowledgedDifferences {
  readonly by: string;
  readonly reason: string;
  readonly at: Temporal.Instant;
}

/** Returns the newest closed business day, optionally the newest before a day or closed by an instant. */
export async function findLastClosed(
  queryable: Queryable,
  { before, by }: { readonly before?: Day; readonly by?: Temporal.Instant } = {},
): Promise<BusinessDay | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('business_days')
    .selectAll()
    .where('reconciled_at', 'is not', null)
    .where((where) =>
      where.and([
        ...(before === undefined ? [] : [where('business_on', '<', before)]),
        ...(by === undefined ? [] : [where('reconciled_at', '<=', by)]),
      ]),
    )
    .orderBy('business_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toBusinessDay(row);
}

export async function findBusinessDay(queryable: Queryable, businessOn: Day): Promise<BusinessDay | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('business_days')
    .selectAll()
    .where('business_on', '=', businessOn)
    .executeTakeFirst();
  return row && toBusinessDay(row);
}

export async function findFirstOpen(queryable: Queryable): Promise<Day | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('business_days')
    .select('business_on')
    .where('reconciled_at', 'is', null)
    .orderBy('business_on')
    .limit(1)
    .executeTakeFirst();
  return row?.business_on;
}

/** Returns when the first import, user, payment or recurring payment arrived; undefined while there is none. */
export async function findBeginning(queryable: Queryable): Promise<Temporal.Instant | undefined> {
  const { rows } = await sql<{ began_at: Temporal.Instant | null }>`
    select least(
      (select min(recorded_at) from audit_log where event = 'books-imported'),
      (select min(created_at) from users),
      (select min(created_at) from payments),
      (select min(created_at) from recurring_payments)
    ) as began_at`.execute(queryable);
  return rows[0]?.began_at ?? undefined;
}

export async function listBegunDays(queryable: Queryable, days: readonly Day[]): Promise<Day[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('business_days')
    .select('business_on')
    .where('business_on', 'in', days)
    .execute();
  return rows.map((row) => row.business_on);
}

export async function listOpenDays(queryable: Queryable, limit: number): Promise<BusinessDay[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('business_days')
    .selectAll()
    .where('reconciled_at', 'is', null)
    .orderBy('business_on')
    .limit(limit)
    .execute();
  return rows.map(toBusinessDay);
}

/** Starts closing a day. Idempotent. */
export async function beginBusinessDay(database: Database, businessOn: Day): Promise<void> {
  await database
    .withTables<PaymentTables>()
    .insertInto('business_days')
    .values({ business_on: businessOn })
    .onConflict((conflict) => conflict.column('business_on').doNothing())
    .execute();
}

/** Locks the day, so no other process works on the same step. Throws if it was not started. */
export async function lockBusinessDay(transaction: Transaction, businessOn: Day): Promise<BusinessDay> {
  const row = await transaction
    .withTables<PaymentTables>()
    .selectFrom('business_days')
    .selectAll()
    .where('business_on', '=', businessOn)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toBusinessDay(row);
}

export async function markFiled(
  transaction: Transaction,
  businessOn: Day,
  { fileId, at }: { readonly fileId: number | null; readonly at: Temporal.Instant },
): Promise<void> {
  await update(transaction, businessOn, { filed_at: at.toString(), file_id: fileId });
}

export async function markCharged(
  transaction: Transaction,
  businessOn: Day,
  { lateCharges, at }: { readonly lateCharges: number; readonly at: Temporal.Instant },
): Promise<void> {
  await update(transaction, businessOn, { charged_at: at.toString(), late_charges: lateCharges });
}

export async function markReconciled(
  transaction: Transaction,
  businessOn: Day,
  compared: { readonly comparison: DayComparison; readonly chargesThrough: number; readonly at: Temporal.Instant },
): Promise<void> {
  await update(transaction, businessOn, {
    reconciled_at: compared.at.toString(),
    charges_through: compared.chargesThrough,
    comparison: JSON.stringify(compared.comparison),
  });
}

export async function markAcknowledged(
  transaction: Transaction,
  businessOn: Day,
  { by, reason, at }: AcknowledgedDifferences,
): Promise<void> {
  await update(transaction, businessOn, {
    acknowledged_at: at.toString(),
    acknowledged_by: by,
    acknowledged_reason: reason,
  });
}

async function update(
  transaction: Transaction,
  businessOn: Day,
  values: Updateable<PaymentTables['business_days']>,
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('business_days')
    .set(values)
    .where('business_on', '=', businessOn)
    .execute();
}

function toBusinessDay(row: Selectable<PaymentTables['business_days']>): BusinessDay {
  return {
    businessOn: row.business_on,
    filedAt: row.filed_at,
    fileId: row.file_id,
    chargedAt: row.charged_at,
    lateCharges: row.late_charges,
    reconciledAt: row.reconciled_at,
    chargesThrough: row.charges_through,
    comparison: row.comparison,
    acknowledged:
      row.acknowledged_at === null
        ? null
        : { by: row.acknowledged_by ?? '', reason: row.acknowledged_reason ?? '', at: row.acknowledged_at },
  };
}

export interface StepProblem {
  readonly step: DayStep;
  readonly problem: string;
  readonly firstAt: Temporal.Instant;
  readonly lastAt: Temporal.Instant;
}

export async function listStepProblems(queryable: Queryable, businessOn: Day): Promise<StepProblem[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('business_day_problems')
    .selectAll()
    .where('business_on', '=', businessOn)
    .orderBy('first_at')
    .orderBy('step')
    .execute();
  return rows.map((row) => ({ step: row.step, problem: row.problem, firstAt: row.first_at, lastAt: row.last_at }));
}

export async function noteStepProblem(
  queryable: Queryable,
  businessOn: Day,
  { step, problem, at }: { readonly step: DayStep; readonly problem: string; readonly at: Temporal.Instant },
): Promise<void> {
  const latest = { problem, last_at: at.toString() };
  await queryable
    .withTables<PaymentTables>()
    .insertInto('business_day_problems')
    .values({ business_on: businessOn, step, first_at: at.toString(), ...latest })
    .onConflict((conflict) => conflict.columns(['business_on', 'step']).doUpdateSet(latest))
    .execute();
}

export async function clearStepProblem(queryable: Queryable, businessOn: Day, step: DayStep): Promise<void> {
  await queryable
    .withTables<PaymentTables>()
    .deleteFrom('business_day_problems')
    .where('business_on', '=', businessOn)
    .where('step', '=', step)
    .execute();
}

/** Returns the database's time, which all processes share. */
export async function readDatabaseTime(queryable: Queryable): Promise<Temporal.Instant> {
  const { rows } = await sql<{ now: Temporal.Instant }>`select now() as now`.execute(queryable);
  const [row] = rows;
  if (!row) throw new Error('The database returned no time');
  return row.now;
}
