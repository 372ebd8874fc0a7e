import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { hashToken } from '#server/platform/crypto/random-tokens.ts';
import type { InstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0005. */
type SingleSignOnTables = {
  used_sign_on_tokens: UsedSingleSignOnTokensTable;
  sign_on_identities: SingleSignOnIdentitiesTable;
};

/** Used tokens, kept until they expire. */
interface UsedSingleSignOnTokensTable {
  token_id_hash: Uint8Array;
  expires_at: InstantColumn;
}

interface SingleSignOnIdentitiesTable {
  issuer: string;
  subject: string;
  user_id: number;
}

/**
 * Marks a token as used.
 * @returns false if it already was, also by another process
 */
export async function spendSingleSignOnToken(
  queryable: Queryable,
  { issuer, tokenId, worthlessAt }: { issuer: string; tokenId: string; worthlessAt: Temporal.Instant },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queryable
    .withTables<SingleSignOnTables>()
    .insertInto('used_sign_on_tokens')
    .values({ token_id_hash: hashToken(`${issuer}\0${tokenId}`), expires_at: worthlessAt.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export interface SingleSignOnIdentity {
  readonly issuer: string;
  /** The issuer's permanent id for the person. */
  readonly subject: string;
}

export async function findUserOfIdentity(
  queryable: Queryable,
  { issuer, subject }: SingleSignOnIdentity,
): Promise<number | undefined> {
  const row = await queryable
    .withTables<SingleSignOnTables>()
    .selectFrom('sign_on_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Binds a subject to a user; an existing binding stays. */
export async function insertIdentity(
  transaction: Transaction,
  { issuer, subject }: SingleSignOnIdentity,
  userId: number,
): Promise<void> {
  await transaction
    .withTables<SingleSignOnTables>()
    .insertInto('sign_on_identities')
    .values({ issuer, subject, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
