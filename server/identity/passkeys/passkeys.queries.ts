import { type GeneratedAlways, sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0009. */
type PasskeyTables = {
  passkeys: PasskeysTable;
};

interface PasskeysTable {
  passkey_id: GeneratedAlways<number>;
  user_id: number;
  /** The same for all passkeys of a user; reveals nothing to others. */
  user_handle: Uint8Array;
  credential_id: string;
  public_key: Uint8Array;
  sign_count: number;
  transports: string[];
  name: string;
  created_at: InstantColumn;
  last_used_at: NullableInstantColumn;
  blocked_at: NullableInstantColumn;
}

export interface Passkey {
  readonly passkeyId: number;
  readonly userId: number;
  readonly userHandle: Uint8Array;
  /** In base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  /** Transports such as `internal` or `usb`. */
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly lastUsedAt: Temporal.Instant | null;
  readonly isBlocked: boolean;
}

export type NewPasskey = Pick<
  Passkey,
  'userId' | 'userHandle' | 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'name'
>;

const columns = [
  'passkey_id as passkeyId',
  'user_id as userId',
  'user_handle as userHandle',
  'credential_id as credentialId',
  'public_key as publicKey',
  'sign_count as signCount',
  'transports',
  'name',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'blocked_at as blockedAt',
] as const;

/** Oldest first; there are few. */
export async function listPasskeys(queryable: Queryable, userId: number): Promise<Passkey[]> {
  const rows = await select(queryable).where('user_id', '=', userId).orderBy('passkey_id').execute();
  return rows.map(({ blockedAt, ...row }) => ({ ...row, isBlocked: blockedAt !== null }));
}

export async function findPasskey(queryable: Queryable, credentialId: string): Promise<Passkey | undefined> {
  const row = await select(queryable).where('credential_id', '=', credentialId).executeTakeFirst();
  if (!row) return undefined;
  const { blockedAt, ...passkey } = row;
  return { ...passkey, isBlocked: blockedAt !== null };
}

function select(queryable: Queryable) {
  return queryable.withTables<PasskeyTables>().selectFrom('passkeys').select(columns);
}

/** @returns false if the passkey is already registered */
export async function insertPasskey(
  transaction: Transaction,
  passkey: NewPasskey,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .withTables<PasskeyTables>()
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      user_handle: passkey.userHandle,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: at.toString(),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether the stored counter advances, as a copied key's doesn't; devices without one always send zero. */
export function advancesTo(signCount: number) {
  return sql<boolean>`(sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))`;
}

/**
 * Records a use with its counter.
 * @returns false if the counter didn't advance
 */
export async function recordPasskeyUse(
  transaction: Transaction,
  passkeyId: number,
  signCount: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<PasskeyTables>()
    .updateTable('passkeys')
    .set({ sign_count: signCount, last_used_at: at.toString() })
    .where('passkey_id', '=', passkeyId)
    .where('blocked_at', 'is', null)
    .where(advancesTo(signCount))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Blocks sign-in.
 * @returns whether it was allowed before
 */
export async function blockPasskey(
  transaction: Transaction,
  passkeyId: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<PasskeyTables>()
    .updateTable('passkeys')
    .set({ blocked_at: at.toString() })
    .where('passkey_id', '=', passkeyId)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns its name, or undefined if the user has no such passkey */
export async function deletePasskey(
  transaction: Transaction,
  userId: number,
  passkeyId: number,
): Promise<string | undefined> {
  const row = await transaction
    .withTables<PasskeyTables>()
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('passkey_id', '=', passkeyId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** @returns their names, including blocked ones */
export async function deletePasskeysOfUser(transaction: Transaction, userId: number): Promise<string[]> {
  const rows = await transaction
    .withTables<PasskeyTables>()
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}
