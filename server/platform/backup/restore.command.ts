import { createReadStream } from 'node:fs';
import { access, cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { countOf } from '#common/core/counts.ts';
import type { Config } from '#server/platform/config.ts';
import { checkValueOf, getFieldKey, type KeyConfig } from '#server/platform/crypto/field-key.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import { assertMayCreate } from '#server/platform/db/inspect-database.queries.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { PlainError } from '#server/platform/plain-error.ts';
import { backupFolders, type BackupManifest, hashFiles, readVerifiedManifest } from './manifest.ts';
import { beginQuarantine } from './quarantine.queries.ts';
import {
  assertEmpty,
  type BackedUpTable,
  closeTables,
  emptyTables,
  insertRows,
  listTables,
  setSequences,
} from './tables.queries.ts';

const ROWS_AT_ONCE = 2_000;

export interface Restored {
  readonly manifest: BackupManifest;
  /** `differs`: the folder of this configuration was left as it is. */
  readonly institution: 'restored' | 'same' | 'differs';
}

/**
 * Loads a backup into an empty database and puts the copy in quarantine.
 * @param store where the documents go; those there already stay
 * @throws PlainError if the backup is damaged, the key is another one, or the database isn't empty or isn't this user's
 */
export async function restore(
  folder: string,
  config: KeyConfig & Pick<Config, 'institutionFolder'>,
  database: Database,
  store: FileStore,
): Promise<Restored> {
  const manifest = await readVerifiedManifest(folder);
  if (checkValueOf(await getFieldKey(config)) !== manifest.keyCheck) {
    throw new PlainError('The field key is not the one of the backup. Set PASSBOOK_FIELD_KEY to the key of that time.');
  }
  await assertEmpty(database);
  await assertMayCreate(database);
  await migrate(database, manifest.migration);
  await inTransaction(database, async (transaction) => {
    const tables = await listTables(transaction);
    await emptyTables(transaction, tables);
    for (const table of tables) {
      const rows = await loadTable(folder, table, (lines) => insertRows(transaction, table, lines));
      if (rows === manifest.rows[table.name]) continue;
      throw new PlainError(
        `${table.name} has ${countOf(rows, 'row')} in the backup, and ${manifest.rows[table.name]} by its manifest.`,
      );
    }
    await setSequences(transaction, manifest.sequences);
    await beginQuarantine(transaction, manifest.madeAt);
    await closeTables(transaction, tables);
  });
  await migrate(database);
  for (const name of documentsOf(manifest)) {
    await store.put(name, await readFile(path.join(folder, backupFolders.documents, name)));
  }
  return { manifest, institution: await restoreInstitution(folder, config.institutionFolder) };
}

async function loadTable(
  folder: string,
  { name }: BackedUpTable,
  insert: (lines: readonly string[]) => Promise<void>,
): Promise<number> {
  const file = path.join(folder, backupFolders.tables, `${name}.jsonl.gz`);
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) });
  let rows = 0;
  let batch: string[] = [];
  for await (const line of lines) {
    batch.push(line);
    rows += 1;
    if (batch.length < ROWS_AT_ONCE) continue;
    await insert(batch);
    batch = [];
  }
  if (batch.length > 0) await insert(batch);
  return rows;
}

function documentsOf({ files }: BackupManifest): string[] {
  const prefix = `${backupFolders.documents}/`;
  return Object.keys(files).flatMap((file) => (file.startsWith(prefix) ? [file.slice(prefix.length)] : []));
}

async function restoreInstitution(folder: string, target: string): Promise<Restored['institution']> {
  const source = path.join(folder, backupFolders.institution);
  const exists = await access(target).then(
    () => true,
    () => false,
  );
  if (!exists) {
    await cp(source, target, { recursive: true });
    return 'restored';
  }
  const [ours, theirs] = await Promise.all([hashFiles(target), hashFiles(source)]);
  return JSON.stringify(ours) === JSON.stringify(theirs) ? 'same' : 'differs';
}
