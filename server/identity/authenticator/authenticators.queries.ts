import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { AuthenticatorTables } from './authenticator-tables.ts';
import type { HashedRecoveryCode } from './recovery-codes.ts';

/** Long enough to install an app. */
const SETUP_MINUTES = 15;

export interface Authenticator {
  readonly secretSealed: Uint8Array;
  readonly confirmedAt: Temporal.Instant;
}

export function findAuthenticator(queryable: Queryable, userId: number): Promise<Authenticator | undefined> {
  return queryable
    .withTables<AuthenticatorTables>()
    .selectFrom('authenticators')
    .select(['secret_sealed as secretSealed', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function upsertAuthenticator(
  transaction: Transaction,
  authenticator: Authenticator & { readonly userId: number; readonly step: number },
): Promise<void> {
  const values = {
    secret_sealed: authenticator.secretSealed,
    last_step: authenticator.step,
    confirmed_at: authenticator.confirmedAt.toString(),
  };
  await transaction
    .withTables<AuthenticatorTables>()
    .insertInto('authenticators')
    .values({ user_id: authenticator.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/**
 * Uses up the code of a time step.
 * @returns false if it or a later one was used before (RFC 6238, 5.2)
 */
export async function takeStep(queryable: Queryable, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await queryable
    .withTables<AuthenticatorTables>()
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteAuthenticator(transaction: Transaction, userId: number): Promise<boolean> {
  await transaction
    .withTables<AuthenticatorTables>()
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .execute();
  const { numDeletedRows } = await transaction
    .withTables<AuthenticatorTables>()
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Stores the key of a setup in progress; replaces an earlier one. */
export async function keepSetup(
  queryable: Queryable,
  sessionId: number,
  secretSealed: Uint8Array,
  at: Temporal.Instant,
): Promise<void> {
  const values = { secret_sealed: secretSealed, expires_at: at.add({ minutes: SETUP_MINUTES }).toString() };
  await queryable
    .withTables<AuthenticatorTables>()
    .insertInto('authenticator_setups')
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute();
}

export async function findSetup(
  queryable: Queryable,
  sessionId: number,
  now: Temporal.Instant,
): Promise<Uint8Array | undefined> {
  const row = await queryable
    .withTables<AuthenticatorTables>()
    .selectFrom('authenticator_setups')
    .select('secret_sealed')
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.secret_sealed;
}

/** @returns false if another request was first */
export async function deleteSetup(transaction: Transaction, sessionId: number): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .withTables<AuthenticatorTables>()
    .deleteFrom('authenticator_setups')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function replaceRecoveryCodes(
  transaction: Transaction,
  userId: number,
  codes: readonly HashedRecoveryCode[],
): Promise<void> {
  const tables = transaction.withTables<AuthenticatorTables>();
  await tables.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tables
    .insertInto('recovery_codes')
    .values(codes.map(({ slot, codeHash }) => ({ user_id: userId, slot, code_hash: codeHash })))
    .execute();
}

export async function findRecoveryCode(
  queryable: Queryable,
  userId: number,
  slot: string,
): Promise<string | undefined> {
  const row = await queryable
    .withTables<AuthenticatorTables>()
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('slot', '=', slot)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row?.code_hash;
}

/** @returns false if another request was first */
export async function takeRecoveryCode(
  queryable: Queryable,
  userId: number,
  slot: string,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await queryable
    .withTables<AuthenticatorTables>()
    .updateTable('recovery_codes')
    .set({ used_at: at.toString() })
    .where('user_id', '=', userId)
    .where('slot', '=', slot)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodesLeft(queryable: Queryable, userId: number): Promise<number> {
  const { left } = await queryable
    .withTables<AuthenticatorTables>()
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
