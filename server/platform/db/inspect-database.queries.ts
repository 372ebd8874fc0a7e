import { sql } from 'kysely';
import { PlainError } from '#server/platform/plain-error.ts';
import type { Database } from './database.ts';

export interface DatabaseFacts {
  readonly version: string;
  readonly user: string;
  /** Needed to migrate. */
  readonly mayCreate: boolean;
  /** The schema of Passbook is there, at whatever version. */
  readonly isMigrated: boolean;
  /** Tables that the user can't read; with some, nothing below is known. */
  readonly deniedTables: readonly string[];
  /** A process stored its field key's check value. */
  readonly hasFieldKey: boolean;
  /** A demonstration filled it, whose password is public. */
  readonly hasDemonstration: boolean;
  /** It is a restored copy that no operator has released. */
  readonly isQuarantined: boolean;
}

const nothingKnown = { deniedTables: [], hasFieldKey: false, hasDemonstration: false, isQuarantined: false };

/** Reads and changes nothing. */
export async function inspectDatabase(database: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<{ version: string; user: string; mayCreate: boolean; isMigrated: boolean }>`
    select current_setting('server_version') as version, current_user::text as "user",
      has_schema_privilege(current_user, coalesce(current_schema(), 'public'), 'CREATE') as "mayCreate",
      to_regclass('operating_state') is not null as "isMigrated"`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The database does not answer about itself');
  if (!row.isMigrated) return { ...row, ...nothingKnown };
  const denied = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
      and not has_table_privilege(current_user, quote_ident(schemaname) || '.' || quote_ident(tablename), 'SELECT')
    order by tablename`.execute(database);
  const deniedTables = denied.rows.map(({ name }) => name);
  if (deniedTables.length > 0) return { ...row, ...nothingKnown, deniedTables };
  // By name: a database of an older version lacks the newer ones.
  const state = await sql<{ state: Readonly<Record<string, unknown>> }>`
    select to_jsonb(operating_state) as state from operating_state`.execute(database);
  const known = state.rows[0]?.state ?? {};
  return {
    ...row,
    deniedTables,
    hasFieldKey: known['field_key_check'] != null,
    hasDemonstration: known['demonstration'] === true,
    isQuarantined: known['quarantined_since'] != null,
  };
}

/** Throws PlainError if the user may not create tables, before anything is created. */
export async function assertMayCreate(database: Database): Promise<void> {
  const { user, mayCreate } = await inspectDatabase(database);
  if (mayCreate) return;
  throw new PlainError(
    `${user} may not create tables in this database. Set PASSBOOK_OWNER_DATABASE_URL to the user that owns it, and run the same command again.`,
  );
}
