import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { getFieldKey, checkValueOf } from '#server/platform/crypto/field-key.ts';
import { inSnapshot } from '#server/platform/db/database.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import type { Services } from '#server/services.ts';
import { backupFolders, type BackupManifest, hashFiles, MANIFEST } from './manifest.ts';
import {
  type BackedUpTable,
  listStoredDocuments,
  listTables,
  readNewestMigration,
  readRows,
  readSequences,
} from './tables.queries.ts';

interface Backup {
  readonly rows: number;
  readonly documents: number;
  /** Documents that the database names but the store does not have. */
  readonly missing: readonly string[];
}

/**
 * Writes the database as of one moment, its documents and the institution into `folder`. The portal may run meanwhile:
 * documents never change, and new ones aren't in the snapshot.
 * @throws PlainError if the folder isn't empty
 */
export async function backUp(
  services: Pick<Services, 'config' | 'database' | 'clock' | 'files'>,
  folder: string,
): Promise<Backup> {
  const { config, database, clock, files } = services;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new PlainError(`${folder} is not empty. Name a new folder.`);
  for (const name of Object.values(backupFolders)) await mkdir(path.join(folder, name));
  const madeAt = clock.now().toString();
  const snapshot = await inSnapshot(database, async (transaction) => {
    const rows: Record<string, number> = {};
    for (const table of await listTables(transaction)) {
      rows[table.name] = await writeTable(folder, table, readRows(transaction, table));
    }
    return {
      rows,
      migration: await readNewestMigration(transaction),
      sequences: await readSequences(transaction),
      documents: await listStoredDocuments(transaction),
    };
  });
  const missing: string[] = [];
  for (const name of snapshot.documents) {
    const content = await files.find(name);
    if (content) await writeFile(path.join(folder, backupFolders.documents, name), content, { mode: 0o600 });
    else missing.push(name);
  }
  await cp(config.institutionFolder, path.join(folder, backupFolders.institution), { recursive: true });
  const manifest: BackupManifest = {
    format: 1,
    madeAt,
    migration: snapshot.migration,
    keyCheck: checkValueOf(await getFieldKey(config)),
    rows: snapshot.rows,
    sequences: snapshot.sequences,
    files: await hashFiles(folder),
  };
  await writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest, undefined, 1), { mode: 0o600 });
  const rows = Object.values(snapshot.rows).reduce((sum, count) => sum + count, 0);
  return { rows, documents: snapshot.documents.length - missing.length, missing };
}

async function writeTable(folder: string, { name }: BackedUpTable, batches: AsyncIterable<string[]>): Promise<number> {
  let rows = 0;
  async function* lines() {
    for await (const batch of batches) {
      rows += batch.length;
      yield `${batch.join('\n')}\n`;
    }
  }
  const file = path.join(folder, backupFolders.tables, `${name}.jsonl.gz`);
  await pipeline(Readable.from(lines()), createGzip({ level: 3 }), createWriteStream(file, { mode: 0o600 }));
  return rows;
}
