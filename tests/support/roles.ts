import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

/** Creates a role that may sign in, unless an earlier test on the same server did. */
export async function createRole(database: Database, name: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_roles where rolname = ${name}`.execute(database);
  if (rows.length > 0) return;
  await sql`create role ${sql.id(name)} login`.execute(database).catch((error: unknown) => {
    // Another test file created the role first.
    if ((error as { readonly code?: unknown }).code !== '42710' && (error as { code?: unknown }).code !== '23505')
      throw error;
  });
}
