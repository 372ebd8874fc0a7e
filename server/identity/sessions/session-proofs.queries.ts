import type { Queryable } from '#server/platform/db/database.ts';

/** Returns whether a user has an open session whose password was entered since an instant. */
export async function hasEnteredPassword(
  queryable: Queryable,
  sessionId: number,
  since: Temporal.Instant,
): Promise<boolean> {
  const row = await queryable
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('password_entered_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the session's user has just proved their identity. */
export async function markConfirmed(queryable: Queryable, sessionId: number, at: Temporal.Instant): Promise<void> {
  await queryable
    .updateTable('sessions')
    .set({ identity_confirmed_at: at.toString() })
    .where('session_id', '=', sessionId)
    .execute();
}

export async function wasConfirmedSince(
  queryable: Queryable,
  sessionId: number,
  since: Temporal.Instant,
): Promise<boolean> {
  return isSessionSince(queryable, sessionId, 'identity_confirmed_at', since);
}

export async function wasOpenedSince(
  queryable: Queryable,
  sessionId: number,
  since: Temporal.Instant,
): Promise<boolean> {
  return isSessionSince(queryable, sessionId, 'created_at', since);
}

async function isSessionSince(
  queryable: Queryable,
  sessionId: number,
  column: 'identity_confirmed_at' | 'created_at',
  since: Temporal.Instant,
): Promise<boolean> {
  const row = await queryable
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(column, '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}
