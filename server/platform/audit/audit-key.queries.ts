import { randomBytes } from 'node:crypto';
import type { Database } from '#server/platform/db/database.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';

export interface AuditKey {
  readonly keyId: number;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

const KEY_ID = 1;
const IDENTITY = `audit-key:${KEY_ID}`;

/**
 * Opens the key of the audit log, which the first process on a database makes. It is stored sealed, so writing to the
 * database isn't enough to forge entries, and a new field key leaves them valid.
 */
export async function openAuditKey(database: Database, cipher: FieldCipher): Promise<AuditKey> {
  await database
    .insertInto('audit_keys')
    .values({ key_id: KEY_ID, key_sealed: cipher.encrypt(randomBytes(32).toString('base64'), IDENTITY) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { key_sealed: sealed } = await database
    .selectFrom('audit_keys')
    .select('key_sealed')
    .where('key_id', '=', KEY_ID)
    .executeTakeFirstOrThrow();
  return { keyId: KEY_ID, key: Buffer.from(cipher.decrypt(sealed, IDENTITY), 'base64') };
}
