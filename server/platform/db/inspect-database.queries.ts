import { sql } from 'kysely';
import type { Database } from './database.ts';

export interface DatabaseFacts {
  readonly version: string;
  readonly user: string;
  /** Needed to migrate. */
  readonly mayCreate: boolean;
  /** The schema of Passbook is there, at whatever version. */
  readonly isMigrated: boolean;
  /** A process stored its field key's check value. */
  readonly hasFieldKey: boolean;
  /** A demonstration filled it, whose password is public. */
  readonly hasDemonstration: boolean;
  /** Tables that the user can't read and change. */
  readonly deniedTables: readonly string[];
}

/** Reads and changes nothing. */
export async function inspectDatabase(database: Database): Promise<DatabaseFacts> {
  const { rows } = await sql<{ version: string; user: string; mayCreate: boolean; isMigrated: boolean }>`
    select current_setting('server_version') as version, current_user::text as "user",
      has_schema_privilege(current_user, coalesce(current_schema(), 'public'), 'CREATE') as "mayCreate",
      to_regclass('operating_state') is not null as "isMigrated"`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('The database does not answer about itself');
  if (!row.isMigrated) return { ...row, hasFieldKey: false, hasDemonstration: false, deniedTables: [] };
  const state = await sql<{ hasFieldKey: boolean; hasDemonstration: boolean }>`
    select field_key_check is not null as "hasFieldKey", demonstration as "hasDemonstration" from operating_state`.execute(
    database,
  );
  const denied = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()
      and not has_table_privilege(current_user, quote_ident(schemaname) || '.' || quote_ident(tablename), 'SELECT')
    order by tablename`.execute(database);
  return {
    ...row,
    hasFieldKey: state.rows[0]?.hasFieldKey ?? false,
    hasDemonstration: state.rows[0]?.hasDemonstration ?? false,
    deniedTables: denied.rows.map(({ name }) => name),
  };
}
