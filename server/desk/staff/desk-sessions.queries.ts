import type { Database, Transaction } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';
import type { DeskSession } from '#server/desk/http/desk-endpoint.ts';
import type { DeskTables } from '#server/desk/desk-tables.ts';
import type { Services } from '#server/services.ts';
import { endViewingBy } from '#server/identity/sessions/sessions.queries.ts';

const IDLE_MINUTES = 15;
/** Limits writes: the last activity is saved at most this often. */
const SEEN_EVERY_SECONDS = 15;

/** @returns the value for the cookie; only its hash is stored */
export async function createDeskSession(
  transaction: Transaction,
  staffId: number,
  ipAddress: string,
  at: Temporal.Instant,
): Promise<string> {
  const token = createToken();
  await transaction
    .withTables<DeskTables>()
    .insertInto('desk_sessions')
    .values({
      staff_id: staffId,
      token_hash: hashToken(token),
      created_at: at.toString(),
      last_seen_at: at.toString(),
      ip_address: ipAddress,
    })
    .execute();
  return token;
}

/** Finds the open session of a cookie while the person still has access. */
export async function findOpenDeskSession(
  { config, database, clock }: Pick<Services, 'config' | 'database' | 'clock'>,
  cookie: string,
): Promise<DeskSession | undefined> {
  const now = clock.now();
  const hours = config.desk?.sessionHours ?? 0;
  const row = await database
    .withTables<DeskTables>()
    .selectFrom('desk_sessions as d')
    .innerJoin('staff as s', 's.staff_id', 'd.staff_id')
    .select(['d.session_id', 'd.staff_id', 'd.confirmed_at', 'd.last_seen_at', 's.name', 's.email_address', 's.role'])
    .where('d.token_hash', '=', hashToken(cookie))
    .where('d.ended_at', 'is', null)
    .where('s.ended_at', 'is', null)
    .where('d.last_seen_at', '>', now.subtract({ minutes: IDLE_MINUTES }))
    .where('d.created_at', '>', now.subtract({ hours }))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.last_seen_at.until(now).total('seconds') > SEEN_EVERY_SECONDS) await markSeen(database, row.session_id, now);
  return {
    sessionId: row.session_id,
    staffId: row.staff_id,
    name: row.name,
    emailAddress: row.email_address,
    role: row.role,
    confirmedAt: row.confirmed_at,
  };
}

async function markSeen(database: Database, sessionId: number, now: Temporal.Instant): Promise<void> {
  await database
    .withTables<DeskTables>()
    .updateTable('desk_sessions')
    .set({ last_seen_at: now.toString() })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** @returns false if the person has no such open session */
export async function markDeskConfirmed(
  transaction: Transaction,
  { sessionId, staffId }: Pick<DeskSession, 'sessionId' | 'staffId'>,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<DeskTables>()
    .updateTable('desk_sessions')
    .set({ confirmed_at: at.toString() })
    .where('session_id', '=', sessionId)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endDeskSession(transaction: Transaction, sessionId: number, at: Temporal.Instant): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .updateTable('desk_sessions')
    .set({ ended_at: at.toString() })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function endDeskSessionsOfStaff(
  transaction: Transaction,
  staffId: number,
  at: Temporal.Instant,
): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .updateTable('desk_sessions')
    .set({ ended_at: at.toString() })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute();
  await endViewingBy(transaction, staffId, at);
}
