import type { Database } from '#server/platform/db/database.ts';
import type { Log } from '#server/platform/log.ts';
import { createFieldCipher, createKeyedCipher, type FieldCipher } from './field-cipher.ts';
import { assertFieldKey } from './field-key-check.queries.ts';
import { getFieldKey, type KeyConfig } from './field-key.ts';
import { hasFieldKeys, readFieldKeys, storeFirstKeys } from './field-keys.queries.ts';
import { createLocalKeyWrapper, type KeyWrapper } from './key-wrapper.ts';

/** Much shorter than the time until a new key seals. */
const READ_EVERY_MS = 5_000;

export interface OpenCipher {
  readonly cipher: FieldCipher;
  readonly keys: FieldKeyRing;
  close(): void;
}

/** The keys of this process. */
export interface FieldKeyRing {
  readonly wrapper: KeyWrapper;
  /** The id of the key that seals now. */
  current(): number;
  /** Reads what another process may have added. */
  refresh(): Promise<void>;
}

/** Throws PlainError if the field key is not the one of this database; stores nothing if it already has a check text. */
export async function assertFieldKeyFits(database: Database, config: KeyConfig): Promise<void> {
  const fieldKey = await getFieldKey(config);
  if (await hasFieldKeys(database)) await readFieldKeys(database, createLocalKeyWrapper(fieldKey));
  else await assertFieldKey(database, createFieldCipher(fieldKey));
}

/**
 * Opens the keys in the database with the field key.
 * @throws PlainError if the field key is not the one of this database
 */
export async function openFieldCipher(database: Database, config: KeyConfig, log: Log): Promise<OpenCipher> {
  const fieldKey = await getFieldKey(config);
  const wrapper = createLocalKeyWrapper(fieldKey);
  if (!(await hasFieldKeys(database))) {
    // A database from before there were keys in it must not get keys of a wrong field key.
    await assertFieldKey(database, createFieldCipher(fieldKey));
    await storeFirstKeys(database, fieldKey, wrapper);
  }
  let keys = await readFieldKeys(database, wrapper);
  const refresh = async () => {
    keys = await readFieldKeys(database, wrapper);
  };
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => log.warn({ err: error }, 'could not read the field keys'));
  }, READ_EVERY_MS).unref();
  return {
    cipher: createKeyedCipher(() => keys),
    keys: { wrapper, current: () => keys.current, refresh },
    close: () => clearInterval(timer),
  };
}
