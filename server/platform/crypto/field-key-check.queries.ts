import type { Database } from '#server/platform/db/database.ts';
import type { FieldCipher } from './field-cipher.ts';
import { WRONG_FIELD_KEY } from './field-key.ts';
import { PlainError } from '#server/platform/plain-error.ts';

const KNOWN_TEXT = 'sealed with the field key of this database';
const IDENTITY = 'field-key-check';

/**
 * Checks the field key: the first process on a database stores a text sealed with it, and later ones must be able to
 * open that text.
 * @throws PlainError if the key is wrong
 */
export async function assertFieldKey(database: Database, cipher: FieldCipher): Promise<void> {
  await database
    .updateTable('operating_state')
    .set({ field_key_check: cipher.encrypt(KNOWN_TEXT, IDENTITY) })
    .where('field_key_check', 'is', null)
    .execute();
  const { field_key_check: sealed } = await database
    .selectFrom('operating_state')
    .select('field_key_check')
    .executeTakeFirstOrThrow();
  if (sealed && opens(cipher, sealed)) return;
  throw new PlainError(WRONG_FIELD_KEY);
}

function opens(cipher: FieldCipher, sealed: Uint8Array): boolean {
  try {
    return cipher.decrypt(sealed, IDENTITY) === KNOWN_TEXT;
  } catch {
    return false;
  }
}
