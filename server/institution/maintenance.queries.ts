import type { Database, Queryable } from '#server/platform/db/database.ts';

/** Whether an operator has closed the portal for maintenance (`passbook maintenance on`). */
export async function isUnderMaintenance(database: Queryable): Promise<boolean> {
  const state = await database.selectFrom('operating_state').select('maintenance').executeTakeFirst();
  return state?.maintenance ?? false;
}

export async function setMaintenance(database: Queryable, maintenance: boolean): Promise<void> {
  await database.updateTable('operating_state').set({ maintenance }).execute();
}

/** How much later than the machine a demonstration lives. */
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
