import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PlainError } from '#server/platform/plain-error.ts';

/** The folders of a backup; `manifest.json` is written last, so a folder without one is not a backup. */
export const backupFolders = { tables: 'tables', documents: 'documents', institution: 'institution' } as const;
export const MANIFEST = 'manifest.json';

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The newest migration of the database. */
  migration: z.string(),
  /** Of the field key, which isn't part of the backup. */
  keyCheck: z.string(),
  /** Rows by table. */
  rows: z.record(z.string(), z.number()),
  /** The last number each sequence gave out. */
  sequences: z.record(z.string(), z.number()),
  /** Every file by its path in the backup, with its SHA-256 in hexadecimal. */
  files: z.record(z.string(), z.string()),
});

export type BackupManifest = z.infer<typeof manifestSchema>;

/** @throws PlainError if a file is missing, changed or not listed */
export async function readVerifiedManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new PlainError(`${folder} is not a complete backup: ${MANIFEST} is missing.`);
  const manifest = manifestSchema.parse(JSON.parse(text));
  const found = await hashFiles(folder);
  const names = new Set([...Object.keys(manifest.files), ...Object.keys(found)]);
  const changed = [...names].filter((name) => manifest.files[name] !== found[name]);
  if (changed.length === 0) return manifest;
  throw new PlainError(`The backup is damaged. Files that differ from ${MANIFEST}: ${changed.slice(0, 5).join(', ')}`);
}

/** Returns the SHA-256 of every file below `folder` except the manifest. */
export async function hashFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const hashes: Record<string, string> = {};
  for (const file of files.toSorted()) {
    const name = path.relative(folder, file).split(path.sep).join('/');
    if (name !== MANIFEST) hashes[name] = await hashFile(file);
  }
  return hashes;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
