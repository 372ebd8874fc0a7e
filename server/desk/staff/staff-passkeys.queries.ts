import { advancesTo } from '#server/identity/passkeys/passkeys.queries.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { DeskTables } from '#server/desk/desk-tables.ts';

export interface StaffPasskey {
  readonly passkeyId: number;
  readonly staffId: number;
  readonly emailAddress: string;
  readonly userHandle: Uint8Array;
  /** In base64url. */
  readonly credentialId: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly signCount: number;
  readonly transports: readonly string[];
}

function select(queryable: Queryable) {
  return queryable
    .withTables<DeskTables>()
    .selectFrom('staff_passkeys as p')
    .innerJoin('staff as s', 's.staff_id', 'p.staff_id')
    .select([
      'p.passkey_id as passkeyId',
      'p.staff_id as staffId',
      's.email_address as emailAddress',
      's.user_handle as userHandle',
      'p.credential_id as credentialId',
      'p.public_key as publicKey',
      'p.sign_count as signCount',
      'p.transports',
    ])
    .where('s.ended_at', 'is', null);
}

/** Finds a passkey of someone who has access. */
export function findStaffPasskey(queryable: Queryable, credentialId: string): Promise<StaffPasskey | undefined> {
  return select(queryable).where('p.credential_id', '=', credentialId).executeTakeFirst();
}

export async function insertStaffPasskey(
  transaction: Transaction,
  passkey: Pick<StaffPasskey, 'staffId' | 'credentialId' | 'publicKey' | 'signCount' | 'transports'>,
  at: Temporal.Instant,
): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .insertInto('staff_passkeys')
    .values({
      staff_id: passkey.staffId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      created_at: at.toString(),
    })
    .execute();
}

/** A new invitation replaces the passkeys someone has lost. */
export async function deleteStaffPasskeys(transaction: Transaction, staffId: number): Promise<void> {
  await transaction.withTables<DeskTables>().deleteFrom('staff_passkeys').where('staff_id', '=', staffId).execute();
}

/**
 * Records a use.
 * @returns false if the counter did not advance, which means that the key was copied
 */
export async function recordStaffPasskeyUse(
  transaction: Transaction,
  passkeyId: number,
  signCount: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<DeskTables>()
    .updateTable('staff_passkeys')
    .set({ sign_count: signCount, last_used_at: at.toString() })
    .where('passkey_id', '=', passkeyId)
    .where(advancesTo(signCount))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
