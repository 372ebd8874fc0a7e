import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { FollowUpStep } from '#common/identity/sign-in.api.ts';
import type { Database, Queryable, Transaction } from '#server/platform/db/database.ts';
import { prepareStatement } from '#server/platform/db/prepared-statement.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

/** Three minutes until the dialog plus two of countdown (C-105), also enforced by the server. */
const SESSION_IDLE_SECONDS = 300;
const SESSION_ABSOLUTE_HOURS = 12;

/** A code may take a while to arrive; it is valid for ten minutes. */
const PENDING_IDLE_SECONDS = 15 * 60;

/** Limits writes: the last activity is saved at most this often. */
const SEEN_EVERY_SECONDS = 15;

export interface SessionTokens {
  /** For the HttpOnly cookie. */
  readonly cookie: string;
  /** For the UserToken header; useless without the cookie. */
  readonly userToken: string;
}

export interface NewSession {
  readonly userId: number;
  readonly customerId: string;
  readonly companyNumber: number;
  readonly ipAddress: string;
  readonly at: Temporal.Instant;
  readonly pendingSteps?: readonly FollowUpStep[];
  readonly deviceId?: number | null;
  readonly passwordWasEntered?: boolean;
  readonly appDeviceHash?: Uint8Array | undefined;
  /** By `sealCustomer`. */
  readonly customerSealed?: Uint8Array;
  /** Staff who view the portal as the customer. */
  readonly viewing?: { readonly staffId: number; readonly endsAt: Temporal.Instant };
}

export interface CreatedSession extends SessionTokens {
  readonly sessionId: number;
}

export async function createSession(queryable: Queryable, session: NewSession): Promise<CreatedSession> {
  const tokens = createTokens();
  const { session_id: sessionId } = await queryable
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      token_hash: hashToken(tokens.cookie),
      user_token_hash: hashToken(tokens.userToken),
      customer_id: session.customerId,
      company_number: session.companyNumber,
      created_at: session.at.toString(),
      last_seen_at: session.at.toString(),
      ip_address: session.ipAddress,
      pending_steps: [...(session.pendingSteps ?? [])],
      device_id: session.deviceId ?? null,
      password_entered_at: session.passwordWasEntered === true ? session.at.toString() : null,
      app_device_hash: session.appDeviceHash ?? null,
      customer_sealed: session.customerSealed ?? null,
      viewed_by: session.viewing?.staffId ?? null,
      view_ends_at: session.viewing?.endsAt.toString() ?? null,
    })
    .returning('session_id')
    .executeTakeFirstOrThrow();
  return { ...tokens, sessionId };
}

export async function findSealedCustomer(queryable: Queryable, sessionId: number): Promise<Uint8Array | undefined> {
  const row = await queryable
    .selectFrom('sessions')
    .select('customer_sealed')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.customer_sealed ?? undefined;
}

function createTokens(): SessionTokens {
  return { cookie: createToken(), userToken: createToken() };
}

/** Replaces the tokens of a session that gains rights, so tokens known before don't open it. */
export async function rotateSession(
  transaction: Transaction,
  sessionId: number,
  deviceId: number,
): Promise<SessionTokens> {
  const tokens = createTokens();
  await transaction
    .updateTable('sessions')
    .set({
      token_hash: hashToken(tokens.cookie),
      user_token_hash: hashToken(tokens.userToken),
      device_id: deviceId,
    })
    .where('session_id', '=', sessionId)
    .execute();
  return tokens;
}

/**
 * Looks the user up by their key: `limit` keeps PostgreSQL from joining all of them, up to the newest, for statistics
 * that know only sessions of older ones.
 */
const selectOpenSession = prepareStatement(
  (database, tokenHash: Uint8Array, seenAfter: Temporal.Instant, createdAfter: Temporal.Instant) =>
    database
      .selectFrom('sessions as s')
      .innerJoinLateral(
        (users) =>
          users
            .selectFrom('users')
            .select('login_name')
            .whereRef('users.user_id', '=', 's.user_id')
            .where('restricted', '=', false)
            .limit(1)
            .as('u'),
        (join) => join.onTrue(),
      )
      .select([
        's.session_id',
        's.user_id',
        's.user_token_hash',
        's.customer_id',
        's.company_number',
        's.last_seen_at',
        's.pending_steps',
        's.device_id',
        's.identity_confirmed_at',
        's.view_ends_at',
        'u.login_name',
      ])
      .where('s.token_hash', '=', tokenHash)
      .where('s.ended_at', 'is', null)
      .where('s.last_seen_at', '>', seenAfter)
      .where('s.created_at', '>', createdAfter),
);

/** Since when an open session without steps left must have been seen, and made. */
export function openSince(now: Temporal.Instant): {
  readonly seenAfter: Temporal.Instant;
  readonly createdAfter: Temporal.Instant;
} {
  return {
    seenAfter: now.subtract({ seconds: SESSION_IDLE_SECONDS }),
    createdAfter: now.subtract({ hours: SESSION_ABSOLUTE_HOURS }),
  };
}

export async function findSession(
  database: Database,
  cookie: string,
  userToken: string,
  now: Temporal.Instant,
): Promise<Session | undefined> {
  return findOpenSession(database, cookie, now, (row) => timingSafeEqual(row.user_token_hash, hashToken(userToken)));
}

/** Finds the open session of a cookie alone; call it only after other proof that the request is intended. */
export async function findSessionOfCookie(
  database: Database,
  cookie: string,
  now: Temporal.Instant,
): Promise<Session | undefined> {
  return findOpenSession(database, cookie, now, () => true);
}

type OpenSessionRow = Awaited<ReturnType<typeof selectOpenSession>>[number];

async function findOpenSession(
  database: Database,
  cookie: string,
  now: Temporal.Instant,
  isMeant: (row: OpenSessionRow) => boolean,
): Promise<Session | undefined> {
  const [row] = await selectOpenSession(
    database,
    hashToken(cookie),
    now.subtract({ seconds: PENDING_IDLE_SECONDS }),
    now.subtract({ hours: SESSION_ABSOLUTE_HOURS }),
  );
  if (!row || !isMeant(row)) return undefined;
  if (row.view_ends_at !== null && Temporal.Instant.compare(row.view_ends_at, now) <= 0) return undefined;
  const idleSeconds = row.last_seen_at.until(now).total('seconds');
  if (row.pending_steps.length === 0 && idleSeconds >= SESSION_IDLE_SECONDS) return undefined;
  if (idleSeconds > SEEN_EVERY_SECONDS) {
    await markSeen(database, row.session_id, now);
  }
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    loginName: row.login_name,
    customerId: row.customer_id,
    companyNumber: row.company_number,
    pendingSteps: row.pending_steps as FollowUpStep[],
    deviceId: row.device_id,
    confirmedAt: row.identity_confirmed_at,
    isView: row.view_ends_at !== null,
  };
}

async function markSeen(database: Database, sessionId: number, now: Temporal.Instant): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ last_seen_at: now.toString() })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends those open sessions that the query then selects. */
export function ending(queryable: Queryable, at: Temporal.Instant) {
  return queryable.updateTable('sessions').set({ ended_at: at.toString() }).where('ended_at', 'is', null);
}

/**
 * Ends the session of a cookie and returns its user.
 * @param userToken if given, ends it only if this is its UserToken
 */
export async function endSession(
  queryable: Queryable,
  cookie: string,
  now: Temporal.Instant,
  userToken?: string,
): Promise<{ readonly userId: number } | undefined> {
  const row = await ending(queryable, now)
    .where('token_hash', '=', hashToken(cookie))
    .$if(userToken !== undefined, (query) => query.where('user_token_hash', '=', hashToken(userToken ?? '')))
    .returning('user_id')
    .executeTakeFirst();
  return row && { userId: row.user_id };
}

/** Ends the session with this cookie or UserToken value and returns its user. */
export async function endSessionOfToken(
  transaction: Transaction,
  token: string,
  now: Temporal.Instant,
): Promise<{ readonly userId: number } | undefined> {
  const hash = hashToken(token);
  const row = await ending(transaction, now)
    .where((where) => where.or([where('token_hash', '=', hash), where('user_token_hash', '=', hash)]))
    .returning('user_id')
    .executeTakeFirst();
  return row && { userId: row.user_id };
}

export async function endSessionById(
  transaction: Transaction,
  sessionId: number,
  now: Temporal.Instant,
): Promise<void> {
  await ending(transaction, now).where('session_id', '=', sessionId).execute();
}

/**
 * Completes the first remaining step.
 * @returns the steps left, or undefined if another request was faster
 */
export async function completeStep(
  transaction: Transaction,
  sessionId: number,
  step: FollowUpStep,
): Promise<readonly FollowUpStep[] | undefined> {
  const row = await transaction
    .updateTable('sessions')
    .set({ pending_steps: sql`pending_steps[2:]` })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where(sql`pending_steps[1]`, '=', step)
    .returning('pending_steps')
    .executeTakeFirst();
  return row && (row.pending_steps as FollowUpStep[]);
}

/** Restarts the time since the password was entered, once sign-in is complete. */
export async function renewPasswordEntry(transaction: Transaction, sessionId: number, at: Temporal.Instant) {
  await transaction
    .updateTable('sessions')
    .set({ password_entered_at: at.toString() })
    .where('session_id', '=', sessionId)
    .where('password_entered_at', 'is not', null)
    .execute();
}

/**
 * Ends all of a user's sessions except one, for example after a password change.
 * @returns whether any was open
 */
export async function endSessionsOfUser(
  transaction: Transaction,
  userId: number,
  exceptSessionId: number | null,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await ending(transaction, now)
    .where('user_id', '=', userId)
    .where('session_id', '!=', exceptSessionId ?? 0)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends what someone of the staff looks at, such as when they sign out. */
export async function endViewingBy(transaction: Transaction, staffId: number, at: Temporal.Instant): Promise<void> {
  await ending(transaction, at).where('viewed_by', '=', staffId).execute();
}
