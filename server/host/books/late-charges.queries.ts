import { sql } from 'kysely';
import { addDays, type Day } from '#common/core/dates.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { LoanRow } from './account-rows.ts';
import { selectLoanRows } from './accounts.queries.ts';
import type { BooksTables } from './books-tables.ts';
import { LATE_CHARGE } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';

export async function selectLateChargeCount(queryable: Queryable, on: Day): Promise<number> {
  const row = await queryable
    .withTables<BooksTables>()
    .selectFrom('transfers')
    .select((select) => select.fn.countAll<number>().as('charges'))
    // Spelled out, so that the index of late charges serves it.
    .where('description', '=', sql.lit(LATE_CHARGE))
    .where('effective_on', '=', on)
    .executeTakeFirstOrThrow();
  return row.charges;
}

/** Holds loans whose oldest installment is past its grace period, in the order of their ids from `after` on; some were charged before. */
export function lockLateLoans(
  transaction: Transaction,
  page: { readonly after: number; readonly on: Day; readonly graceDays: number; readonly limit: number },
): Promise<LoanRow[]> {
  const lateBefore = addDays(page.on, -page.graceDays);
  return selectLoanRows(transaction)
    .where('loans.account_id', '>', page.after)
    .where('loans.next_due_on', '<', lateBefore)
    .where((where) =>
      where.or([where('loans.late_charge_for', 'is', null), where('loans.late_charge_for', '<', lateBefore)]),
    )
    .orderBy('loans.account_id')
    .limit(page.limit)
    .forUpdate('loans')
    .execute();
}

/** What late charges change of loans, in one statement. */
export async function updateLateCharges(transaction: Transaction, loans: readonly LoanState[]): Promise<void> {
  if (loans.length === 0) return;
  await sql`
    update loans set
      late_charges_cents = changed.late_charges_cents,
      accrued_through = changed.accrued_through,
      accrued_numerator = changed.accrued_numerator,
      late_charge_for = changed.late_charge_for
    from unnest(
      ${loans.map((loan) => loan.accountId)}::bigint[],
      ${loans.map((loan) => loan.lateChargesCents)}::bigint[],
      ${loans.map((loan) => loan.accruedThrough)}::date[],
      ${loans.map((loan) => String(loan.accruedNumerator))}::bigint[],
      ${loans.map((loan) => loan.lateChargeFor)}::date[]
    ) as changed (account_id, late_charges_cents, accrued_through, accrued_numerator, late_charge_for)
    where loans.account_id = changed.account_id`.execute(transaction);
}
