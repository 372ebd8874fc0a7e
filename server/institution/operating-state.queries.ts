import type { Database, Queryable } from '#server/platform/db/database.ts';
import { PlainError } from '#server/platform/plain-error.ts';

/** Returns whether an operator has closed the portal (`passbook maintenance on`), or it is a restored copy. */
export async function isUnderMaintenance(database: Queryable): Promise<boolean> {
  const state = await database
    .selectFrom('operating_state')
    .select(['maintenance', 'quarantined_since'])
    .executeTakeFirst();
  return state !== undefined && (state.maintenance || state.quarantined_since !== null);
}

export async function setMaintenance(database: Queryable, maintenance: boolean): Promise<void> {
  await database.updateTable('operating_state').set({ maintenance }).execute();
}

/** How far a demonstration's clock is ahead of the machine. */
export async function readClockMovedSeconds(database: Queryable): Promise<number> {
  const state = await database.selectFrom('operating_state').select('clock_moved_seconds').executeTakeFirst();
  return state?.clock_moved_seconds ?? 0;
}

export async function moveClock(database: Database, seconds: number): Promise<void> {
  await database
    .updateTable('operating_state')
    .set((is) => ({ clock_moved_seconds: is('clock_moved_seconds', '+', seconds) }))
    .execute();
}

export async function markDemonstration(database: Database): Promise<void> {
  await database
    .updateTable('operating_state')
    .set({ demonstration: true })
    .where('demonstration', '=', false)
    .execute();
}

/** Throws PlainError if a demonstration ever filled this database, because its customers' password is public. */
export async function assertNoDemonstration(database: Database): Promise<void> {
  const state = await database.selectFrom('operating_state').select('demonstration').executeTakeFirst();
  if (state?.demonstration !== true) return;
  throw new PlainError(
    'DATABASE_URL: a demonstration filled this database and its password is public; production needs a separate database',
  );
}
