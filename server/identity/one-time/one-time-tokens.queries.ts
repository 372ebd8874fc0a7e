import type { GeneratedAlways } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

/** Migration 0032. */
type OneTimeTables = {
  one_time_tokens: OneTimeTokensTable;
};

interface OneTimeTokensTable {
  token_id: GeneratedAlways<number>;
  token_hash: Uint8Array;
  purpose: TokenPurpose;
  user_id: number | null;
  customer_id: string | null;
  session_id: number | null;
  details_sealed: Uint8Array | null;
  created_at: InstantColumn;
  expires_at: InstantColumn;
  used_at: NullableInstantColumn;
}

/** How long a link works, in minutes. Opting out must work from old messages too. */
export const linkMinutes = {
  resetPassword: 30,
  changePassword: 15,
  verifyEmail: 24 * 60,
  keepEmail: 24 * 60,
  activate: 7 * 24 * 60,
  optOut: 366 * 24 * 60,
} as const;

export type LinkPurpose = keyof typeof linkMinutes;

/** A ticket opens a page in a new tab; a recovery ties its second step to its first. */
export type TokenPurpose = LinkPurpose | 'ticket' | 'recovery';

type Details = Readonly<Record<string, string>>;

interface TokenOwner {
  /** Null for a customer without a login, and for an unknown identity. */
  readonly userId?: number | null;
  readonly customerId?: string | null;
  /** The token ends with this session. */
  readonly sessionId?: number | null;
}

export interface OneTimeToken extends Required<TokenOwner> {
  readonly tokenId: number;
  /** Extra data for the purpose, such as the username of an activation. */
  readonly details: Details;
}

interface NewToken extends TokenOwner {
  readonly purpose: TokenPurpose;
  readonly details?: Details;
  readonly life: Temporal.DurationLike;
}

/** Stores only the token's hash, and the details encrypted with the token itself. */
export async function insertToken(
  queryable: Queryable,
  { purpose, userId = null, customerId = null, sessionId = null, details = {}, life }: NewToken,
  at: Temporal.Instant,
): Promise<string> {
  const token = createToken();
  await queryable
    .withTables<OneTimeTables>()
    .insertInto('one_time_tokens')
    .values({
      purpose,
      token_hash: hashToken(token),
      user_id: userId,
      customer_id: customerId,
      session_id: sessionId,
      details_sealed: seal(details, token, purpose),
      created_at: at.toString(),
      expires_at: at.add(life).toString(),
    })
    .execute();
  return token;
}

export async function findToken(
  queryable: Queryable,
  purpose: TokenPurpose,
  token: string,
  now: Temporal.Instant,
): Promise<OneTimeToken | undefined> {
  const row = await queryable
    .withTables<OneTimeTables>()
    .selectFrom('one_time_tokens')
    .select(['token_id', 'user_id', 'customer_id', 'session_id', 'details_sealed'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return (
    row && {
      tokenId: row.token_id,
      userId: row.user_id,
      customerId: row.customer_id,
      sessionId: row.session_id,
      details: open(row.details_sealed, token, purpose),
    }
  );
}

/**
 * Uses up a token.
 * @returns false if another request was first; the caller must then do nothing
 */
export async function consumeToken(queryable: Queryable, tokenId: number, at: Temporal.Instant): Promise<boolean> {
  const { numUpdatedRows } = await queryable
    .withTables<OneTimeTables>()
    .updateTable('one_time_tokens')
    .set({ used_at: at.toString() })
    .where('token_id', '=', tokenId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface LinkOwner {
  readonly userId: number | null;
  readonly customerId: string;
}

export type OneTimeLink = OneTimeToken & LinkOwner;

/**
 * Creates a link for one purpose. Earlier unused links of the owner for the purpose stop working, except opt-out links.
 * @returns the token for the address
 */
export async function createLink(
  transaction: Transaction,
  purpose: LinkPurpose,
  { userId, customerId }: LinkOwner,
  at: Temporal.Instant,
  details: Details = {},
): Promise<string> {
  if (purpose !== 'optOut') await endLinks(transaction, purpose, customerId, at);
  const life = { minutes: linkMinutes[purpose] };
  return insertToken(transaction, { purpose, userId, customerId, details, life }, at);
}

export async function findLink(
  queryable: Queryable,
  purpose: LinkPurpose,
  token: string,
  now: Temporal.Instant,
): Promise<OneTimeLink | undefined> {
  const found = await findToken(queryable, purpose, token, now);
  return found && found.customerId !== null ? { ...found, customerId: found.customerId } : undefined;
}

/** Returns whose link it was that someone used, or that a newer one replaced, while it hasn't expired yet. */
export async function findUserOfUsedLink(
  queryable: Queryable,
  purpose: LinkPurpose,
  token: string,
  now: Temporal.Instant,
): Promise<number | undefined> {
  const row = await queryable
    .withTables<OneTimeTables>()
    .selectFrom('one_time_tokens')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id ?? undefined;
}

/** Returns whether a customer has a valid link for a purpose. */
export async function hasOpenLink(
  queryable: Queryable,
  purpose: LinkPurpose,
  customerId: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await queryable
    .withTables<OneTimeTables>()
    .selectFrom('one_time_tokens')
    .select('token_id')
    .where('customer_id', '=', customerId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function endLinks(
  transaction: Transaction,
  purpose: LinkPurpose,
  customerId: string,
  at: Temporal.Instant,
): Promise<void> {
  await transaction
    .withTables<OneTimeTables>()
    .updateTable('one_time_tokens')
    .set({ used_at: at.toString() })
    .where('customer_id', '=', customerId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}

function seal(details: Details, token: string, purpose: TokenPurpose): Uint8Array | null {
  if (Object.keys(details).length === 0) return null;
  return cipherOf(token).encrypt(JSON.stringify(details), purpose);
}

function open(sealed: Uint8Array | null, token: string, purpose: TokenPurpose): Details {
  return sealed === null ? {} : (JSON.parse(cipherOf(token).decrypt(sealed, purpose)) as Details);
}

/** A token is a key of 256 random bits that only its holder has. */
function cipherOf(token: string) {
  return createFieldCipher(Buffer.from(token, 'base64url'));
}
