import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/platform/config.ts';
import { isKey } from '#server/platform/environment-schema.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import { askKeyCommand } from './key-command.ts';

export type KeyConfig = Pick<Config, 'fieldKey' | 'fieldKeyFile' | 'fieldKeyCommand' | 'dataFolder'>;

/** For a process that starts with another key than the database's. */
export const WRONG_FIELD_KEY =
  'The field key doesn\'t match this database. Set PASSBOOK_FIELD_KEY (or its _FILE or _COMMAND, or the file field.key in PASSBOOK_DATA) to the key the database was created with or, after "keys rewrap", to the new one.';

/**
 * The field key from the environment, from a file, from a command or, outside production, one generated at the first
 * start and kept beside the data.
 * @throws PlainError if the file or the command has no key
 */
export async function getFieldKey({
  fieldKey,
  fieldKeyFile,
  fieldKeyCommand,
  dataFolder,
}: KeyConfig): Promise<Uint8Array> {
  if (fieldKey) return fieldKey;
  if (fieldKeyFile !== null) return readKeyFile(fieldKeyFile);
  if (fieldKeyCommand !== null) return askKeyCommand(fieldKeyCommand);
  const file = path.join(dataFolder, 'field.key');
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored) return Buffer.from(stored, 'base64');
  const key = randomBytes(32);
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, key.toString('base64'), { mode: 0o600, flag: 'wx' });
  return key;
}

/** @throws PlainError if it can't be read or isn't 32 random bytes in base64 */
export async function readKeyFile(file: string): Promise<Uint8Array> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new PlainError(
      `The key file ${file} can't be read (${code}). It must be readable by the user that runs the server and its commands.`,
      { cause: error },
    );
  });
  if (isKey(text.trim())) return Buffer.from(text.trim(), 'base64');
  throw new PlainError(`${file} must contain 32 random bytes in base64 (openssl rand -base64 32).`);
}

/** A value that tells whether a key is the same, and nothing about it. */
export function checkValueOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('passbook key check').digest('hex').slice(0, 32);
}
