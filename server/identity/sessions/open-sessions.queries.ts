import { sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { ending, openSince } from './sessions.queries.ts';

const MAX_SHOWN = 50;

export interface OpenSession {
  readonly sessionId: number;
  readonly userAgent: string;
  readonly ipAddress: string;
  readonly signedInAt: Temporal.Instant;
  readonly lastSeenAt: Temporal.Instant;
}

/** Sessions with no step left, newest first. */
export async function listOpenSessions(
  queryable: Queryable,
  userId: number,
  now: Temporal.Instant,
): Promise<OpenSession[]> {
  const { seenAfter, createdAfter } = openSince(now);
  const rows = await queryable
    .selectFrom('sessions as s')
    .leftJoin('devices as d', 'd.device_id', 's.device_id')
    .select(['s.session_id', 's.ip_address', 's.created_at', 's.last_seen_at', 'd.user_agent'])
    .where('s.user_id', '=', userId)
    .where('s.ended_at', 'is', null)
    // Staff who look are not someone who has signed in.
    .where('s.viewed_by', 'is', null)
    .where(sql<boolean>`cardinality(s.pending_steps) = 0`)
    .where('s.last_seen_at', '>', seenAfter)
    .where('s.created_at', '>', createdAfter)
    .orderBy('s.session_id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    userAgent: row.user_agent ?? '',
    ipAddress: row.ip_address,
    signedInAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }));
}

export interface KnownDevice {
  readonly deviceId: number;
  readonly kind: 'Browser' | 'App';
  readonly userAgent: string;
  readonly isTrusted: boolean;
  readonly firstUsedAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant;
}

/** The browsers used lately, newest first, and the apps that sign in by themselves. */
export async function listKnownDevices(
  queryable: Queryable,
  userId: number,
  now: Temporal.Instant,
): Promise<KnownDevice[]> {
  const browsers = await queryable
    .selectFrom('devices')
    .select(['device_id', 'user_agent', 'trusted', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  const apps = await queryable
    .selectFrom('app_tokens')
    .select(['app_token_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('app_token_id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  return [
    ...browsers.map((row) => ({
      deviceId: row.device_id,
      kind: 'Browser' as const,
      userAgent: row.user_agent,
      isTrusted: row.trusted,
      firstUsedAt: row.created_at,
      lastUsedAt: row.last_used_at,
    })),
    // Each use replaces the app's token, so the current one was made at the last use.
    ...apps.map((row) => ({
      deviceId: row.app_token_id,
      kind: 'App' as const,
      userAgent: '',
      isTrusted: true,
      firstUsedAt: row.created_at,
      lastUsedAt: row.created_at,
    })),
  ];
}

/**
 * Ends a session of this user.
 * @returns whether it was open
 */
export async function endOwnSession(
  transaction: Transaction,
  userId: number,
  sessionId: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await ending(transaction, at)
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endSessionsOfDevice(
  transaction: Transaction,
  userId: number,
  deviceId: number,
  exceptSessionId: number,
  at: Temporal.Instant,
): Promise<void> {
  await ending(transaction, at)
    .where('user_id', '=', userId)
    .where('device_id', '=', deviceId)
    .where('session_id', '!=', exceptSessionId)
    .execute();
}

export async function endSessionsOfApp(
  transaction: Transaction,
  userId: number,
  appTokenId: number,
  exceptSessionId: number,
  at: Temporal.Instant,
): Promise<void> {
  await ending(transaction, at)
    .where('user_id', '=', userId)
    .where('app_device_hash', '=', ({ selectFrom }) =>
      selectFrom('app_tokens')
        .select('device_hash')
        .where('app_token_id', '=', appTokenId)
        .where('user_id', '=', userId),
    )
    .where('session_id', '!=', exceptSessionId)
    .execute();
}

/** @returns whether the user had such a device */
export async function endDevice(
  transaction: Transaction,
  userId: number,
  { deviceId, kind }: Pick<KnownDevice, 'deviceId' | 'kind'>,
  at: Temporal.Instant,
): Promise<boolean> {
  const ended = { ended_at: at.toString() };
  const { numUpdatedRows } =
    kind === 'Browser'
      ? await transaction
          .updateTable('devices')
          .set(ended)
          .where('user_id', '=', userId)
          .where('device_id', '=', deviceId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
      : await transaction
          .updateTable('app_tokens')
          .set(ended)
          .where('user_id', '=', userId)
          .where('app_token_id', '=', deviceId)
          .where('ended_at', 'is', null)
          .executeTakeFirst();
  return numUpdatedRows === 1n;
}

interface StaffVisit {
  readonly at: Temporal.Instant;
  readonly kind: 'Opened' | 'Viewed';
}

/** When staff opened a customer, newest first. Never who or why: that stays in the audit log. */
export async function listStaffVisits(queryable: Queryable, customerId: string): Promise<StaffVisit[]> {
  const { rows } = await sql<StaffVisit>`
    select recorded_at as at, case event when 'desk-view-begun' then 'Viewed' else 'Opened' end as kind
    from audit_log
    where details ->> 'customerId' = ${customerId} and details ? 'customerId'
      and event in ('desk-customer-opened', 'desk-view-begun')
    order by audit_id desc limit ${MAX_SHOWN}`.execute(queryable);
  return rows;
}
