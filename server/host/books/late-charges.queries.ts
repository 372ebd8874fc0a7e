import { sql } from 'kysely';
import { addDays, type Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { ChargeKind } from '#server/host/host-payments.ts';
import type { LateLoans, LateLoansPage } from '#server/host/host.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { LoanRow } from './account-rows.ts';
import { selectLoanRows } from './accounts.queries.ts';
import type { BooksTables } from './books-tables.ts';
import { ledger } from './ledger-codes.ts';
import { LATE_CHARGE, RETURN_FEE } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';

export async function selectLateChargeCount(queryable: Queryable, on: Day): Promise<number> {
  const row = await queryable
    .withTables<BooksTables>()
    .selectFrom('transfers')
    .select((select) => select.fn.countAll<number>().as('charges'))
    // A literal, because the partial index needs it.
    .where('description', '=', sql.lit(LATE_CHARGE))
    .where('effective_on', '=', on)
    .executeTakeFirstOrThrow();
  return row.charges;
}

interface LateOn {
  readonly on: Day;
  readonly graceDays: number;
}

/** Loans whose oldest installment is past its grace period, ordered by id. Includes loans already charged. */
export async function selectLateLoans(
  database: Queryable,
  { after, limit, ...late }: LateLoansPage & LateOn,
): Promise<LateLoans> {
  const rows = await lateLoans(database, late)
    .where('loans.account_id', '>', Number(after ?? 0))
    // Otherwise the query would read all accounts again from the first one for each set.
    .where('accounts.account_id', '>', Number(after ?? 0))
    .orderBy('loans.account_id')
    .limit(limit)
    .execute();
  const last = rows.length < limit ? undefined : rows.at(-1);
  return {
    accountNumbers: rows.map((row) => row.account_number),
    next: last === undefined ? null : String(last.account_id),
  };
}

export function lockLateLoans(
  transaction: Transaction,
  { accountNumbers, ...late }: LateOn & { readonly accountNumbers: readonly string[] },
): Promise<LoanRow[]> {
  return lateLoans(transaction, late)
    .where('accounts.account_number', '=', sql<string>`any(${accountNumbers}::text[])`)
    .orderBy('loans.account_id')
    .forUpdate('loans')
    .execute();
}

function lateLoans(database: Queryable, { on, graceDays }: LateOn) {
  const lateBefore = addDays(on, -graceDays);
  return (
    selectLoanRows(database)
      // A core that gives files charges them itself.
      .where('accounts.figures_as_of', 'is', null)
      .where('loans.charged_off_on', 'is', null)
      .where('loans.next_due_on', '<', lateBefore)
      .where((where) =>
        where.or([where('loans.late_charge_for', 'is', null), where('loans.late_charge_for', '<', lateBefore)]),
      )
  );
}

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

export interface ChargeOnBooks {
  readonly transferId: number;
  readonly kind: ChargeKind;
  readonly chargedOn: Day;
  readonly amountCents: Cents;
  readonly reversed: boolean;
}

/** Every late charge and returned-payment fee of a loan, newest first. */
export async function selectCharges(queryable: Queryable, accountId: number): Promise<ChargeOnBooks[]> {
  const { rows } = await sql<ChargeOnBooks>`
    select transfers.transfer_id as "transferId", effective_on as "chargedOn", amount_cents as "amountCents",
      case description when ${RETURN_FEE} then 'returnedPayment' else 'late' end as kind,
      (select reversal.transfer_id from transfers as reversal
        where reversal.reverses_transfer_id = transfers.transfer_id) is not null as reversed
    from postings join transfers using (transfer_id)
    where account_id = ${accountId} and amount_cents > 0
      and (ledger_code = ${ledger.lateCharges} and description = ${LATE_CHARGE}
        or ledger_code = ${ledger.otherFees} and description = ${RETURN_FEE})
    order by transfers.transfer_id desc`.execute(queryable);
  return rows;
}
