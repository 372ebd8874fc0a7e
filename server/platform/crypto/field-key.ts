import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/platform/config.ts';

/**
 * The field key from the environment or, outside production, one generated at the first start and kept beside the data.
 */
export async function getFieldKey(config: Pick<Config, 'fieldKey' | 'dataFolder'>): Promise<Uint8Array> {
  if (config.fieldKey) return config.fieldKey;
  const file = path.join(config.dataFolder, 'field.key');
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored) return Buffer.from(stored, 'base64');
  const key = randomBytes(32);
  await mkdir(config.dataFolder, { recursive: true });
  await writeFile(file, key.toString('base64'), { mode: 0o600, flag: 'wx' });
  return key;
}

/** A value that tells whether a key is the same, and nothing about it. */
export function checkValueOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('passbook key check').digest('hex').slice(0, 32);
}
