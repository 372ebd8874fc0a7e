import type { Queryable } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/crypto/random-tokens.ts';
import type { DeskTables } from '#server/desk/desk-tables.ts';

const VISIT_MINUTES = 10;

export interface ProviderVisit {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The session to confirm; null to sign in. */
  readonly sessionId: number | null;
}

export async function keepProviderVisit(
  queryable: Queryable,
  cookie: string,
  visit: ProviderVisit,
  at: Temporal.Instant,
): Promise<void> {
  await queryable
    .withTables<DeskTables>()
    .insertInto('desk_provider_visits')
    .values({
      cookie_hash: hashToken(cookie),
      state: visit.state,
      nonce: visit.nonce,
      code_verifier: visit.codeVerifier,
      session_id: visit.sessionId,
      expires_at: at.add({ minutes: VISIT_MINUTES }).toString(),
    })
    .execute();
}

/** Uses up a visit, whatever the outcome. */
export async function takeProviderVisit(
  queryable: Queryable,
  cookie: string,
  at: Temporal.Instant,
): Promise<ProviderVisit | undefined> {
  const row = await queryable
    .withTables<DeskTables>()
    .deleteFrom('desk_provider_visits')
    .where('cookie_hash', '=', hashToken(cookie))
    .returning(['state', 'nonce', 'code_verifier', 'session_id', 'expires_at'])
    .executeTakeFirst();
  if (!row || Temporal.Instant.compare(row.expires_at, at) <= 0) return undefined;
  return { state: row.state, nonce: row.nonce, codeVerifier: row.code_verifier, sessionId: row.session_id };
}
