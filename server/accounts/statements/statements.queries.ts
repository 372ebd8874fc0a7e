import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { hashDesign, type StatementDesign, withNamedPlaces } from './statement-design.ts';
import type { DocumentFigures } from './statement-figures.ts';
import { type ColumnType, sql } from 'kysely';
import { anyOf, insertMany } from '#server/platform/db/insert-many.ts';
import type { InstantColumn } from '#server/platform/db/instants.ts';

/** The tables of this feature (migration 0007); both are append-only. */
export type StatementsTables = {
  statements: {
    account_number: string;
    period: string;
    figures: ColumnType<DocumentFigures, string, never>;
    design_hash: Uint8Array;
    made_at: InstantColumn;
  };
  statement_designs: {
    design_hash: Uint8Array;
    design: ColumnType<StatementDesign, string, never>;
  };
};

export interface KeptDocument {
  readonly figures: DocumentFigures;
  readonly design: StatementDesign;
  readonly madeAt: Temporal.Instant;
}

export async function findDocument(
  queryable: Queryable,
  accountNumber: string,
  period: string,
): Promise<KeptDocument | undefined> {
  const row = await queryable
    .withTables<StatementsTables>()
    .selectFrom('statements')
    .innerJoin('statement_designs', 'statement_designs.design_hash', 'statements.design_hash')
    .select(['statements.figures', 'statement_designs.design', 'statements.made_at'])
    .where('statements.account_number', '=', accountNumber)
    .where('statements.period', '=', period)
    .executeTakeFirst();
  return row && { figures: row.figures, design: withNamedPlaces(row.design), madeAt: row.made_at };
}

export interface NewDocument extends Omit<KeptDocument, 'design'> {
  readonly accountNumber: string;
  readonly period: string;
}

/** Leaves out those that another process stored first. Returns how many it stored. */
export async function keepDocuments(
  transaction: Transaction,
  design: StatementDesign,
  documents: readonly NewDocument[],
): Promise<number> {
  const designHash = hashDesign(design);
  await transaction
    .withTables<StatementsTables>()
    .insertInto('statement_designs')
    .values({ design_hash: designHash, design: JSON.stringify(design) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = documents.map(({ accountNumber, period, figures, madeAt }) => ({
    account_number: accountNumber,
    period,
    figures: JSON.stringify(figures),
    design_hash: designHash,
    made_at: madeAt.toString(),
  }));
  const stored = await sql`${insertMany('statements', newStatement, rows)} on conflict do nothing`.execute(transaction);
  return Number(stored.numAffectedRows ?? 0);
}

const newStatement = {
  account_number: 'text',
  period: 'text',
  figures: 'jsonb',
  design_hash: 'bytea',
  made_at: 'timestamptz',
};

/** Returns the accounts that already have the period's document. */
export async function listAccountsWithDocument(
  queryable: Queryable,
  accountNumbers: readonly string[],
  period: string,
): Promise<Set<string>> {
  if (accountNumbers.length === 0) return new Set();
  const rows = await queryable
    .withTables<StatementsTables>()
    .selectFrom('statements')
    .select('account_number')
    .where('account_number', '=', anyOf(accountNumbers))
    .where('period', '=', period)
    .execute();
  return new Set(rows.map((row) => row.account_number));
}
