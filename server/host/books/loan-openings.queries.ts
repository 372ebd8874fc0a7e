import { type Selectable, sql } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';
import type { BooksTables, LoanOpeningsTable } from './books-tables.ts';
import type { LoanOpening } from './loan-opening.ts';

/** Returns undefined for a loan that started on our books. */
export async function findOpening(database: Queryable, accountId: number): Promise<LoanOpening | undefined> {
  const row = await database
    .withTables<BooksTables>()
    .selectFrom('loan_openings')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row && openingFromRow(row);
}

/** By account id; leaves out loans that started on our books. */
export async function listOpenings(
  database: Queryable,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, LoanOpening>> {
  const rows = await database
    .withTables<BooksTables>()
    .selectFrom('loan_openings')
    .selectAll()
    .where('account_id', '=', sql<number>`any(${accountIds}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.account_id, openingFromRow(row)]));
}

function openingFromRow(row: Selectable<LoanOpeningsTable>): LoanOpening {
  const { paid_principal_cents: principalCents, paid_interest_cents: interestCents, paid_fees_cents: feesCents } = row;
  const isPaidKnown = principalCents !== null && interestCents !== null && feesCents !== null;
  return {
    beganOn: row.began_on,
    figuresOn: row.figures_on ?? row.began_on,
    comesFromFiles: row.figures_on !== null,
    interestThisYearCents: row.interest_this_year_cents,
    interestLastYearCents: row.interest_last_year_cents,
    feesThisYearCents: row.fees_this_year_cents,
    paid: isPaidKnown ? { principalCents, interestCents, feesCents } : null,
    lastPayment:
      row.last_paid_on === null || row.last_paid_cents === null
        ? null
        : { paidOn: row.last_paid_on, amountCents: row.last_paid_cents },
  };
}
