import type { Database } from '#server/platform/db/database.ts';
import { PlainError } from '#server/platform/plain-error.ts';

/** Marks the database for good, before anything invented is written to it. */
export async function markDemonstration(database: Database): Promise<void> {
  await database
    .updateTable('operating_state')
    .set({ demonstration: true })
    .where('demonstration', '=', false)
    .execute();
}

/** @throws PlainError when a demonstration ever filled this database: anyone knows the password of its customers. */
export async function assertNoDemonstration(database: Database): Promise<void> {
  const state = await database.selectFrom('operating_state').select('demonstration').executeTakeFirst();
  if (state?.demonstration !== true) return;
  throw new PlainError(
    'DATABASE_URL: a demonstration filled this database, and its published password works there; production needs a database of its own',
  );
}
