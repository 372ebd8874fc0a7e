import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { embeddedSettings, type OpenDatabase, openEmbedded, openPostgres } from '#server/platform/db/open-database.ts';
import { dropDatabase, makeDatabase } from './postgres.ts';

/** The source for {@link createTestDatabase}. */
export type TestDatabases =
  | { readonly kind: 'embedded'; readonly preparedFile: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly template: string };

/**
 * Creates a fresh, migrated database for one test file: embedded, or on this run's PostgreSQL if PASSBOOK_TEST_DATABASE
 * is `postgres`. Closing it removes it.
 * @param source to copy instead of an empty one
 */
export async function createTestDatabase(source: TestDatabases = inject('testDatabases')): Promise<OpenDatabase> {
  if (source.kind === 'embedded') return openEmbedded(undefined, await readDump(source.preparedFile));
  const name = `passbook_test_${randomUUID()}`;
  const open = openPostgres(await makeDatabase(source.url, name, source.template), { maxConnections: 5 });
  return {
    ...open,
    async close() {
      await open.close();
      await dropDatabase(source.url, name);
    },
  };
}

/** Creates a database without tables, of the same kind. Closing it removes it. */
export async function createEmptyDatabase(): Promise<OpenDatabase> {
  const source = inject('testDatabases');
  if (source.kind === 'embedded') return openEmbedded();
  const name = `passbook_empty_${randomUUID()}`;
  const open = openPostgres(await makeDatabase(source.url, name), { maxConnections: 5 });
  return {
    ...open,
    async close() {
      await open.close();
      await dropDatabase(source.url, name);
    },
  };
}

export async function prepareTestDatabase(fill: (opened: OpenDatabase) => Promise<void>): Promise<TestDatabases> {
  const empty = inject('testDatabases');
  if (empty.kind === 'postgres') {
    const template = `${empty.template}_${randomUUID()}`;
    await fillAndClose(openPostgres(await makeDatabase(empty.url, template, empty.template)), fill);
    return { ...empty, template };
  }
  const folder = await mkdtemp(join(tmpdir(), 'passbook-prepared-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const dataFolder = join(folder, 'database');
  await fillAndClose(await openEmbedded(dataFolder, await readDump(empty.preparedFile)), fill);
  const preparedFile = join(folder, 'database.tar');
  const filled = await PGlite.create({ dataDir: dataFolder, ...embeddedSettings(PGlite) });
  await writeFile(preparedFile, new Uint8Array(await (await filled.dumpDataDir('none')).arrayBuffer()));
  await filled.close();
  return { kind: 'embedded', preparedFile };
}

async function fillAndClose(opened: OpenDatabase, fill: (opened: OpenDatabase) => Promise<void>): Promise<void> {
  try {
    await fill(opened);
  } finally {
    await opened.close();
  }
}

/** By file; reading them again would take as long as all else of opening a database. */
const dumps = new Map<string, Promise<Blob>>();

function readDump(file: string): Promise<Blob> {
  const dump = dumps.get(file) ?? readFile(file).then((content) => new Blob([content]));
  dumps.set(file, dump);
  return dump;
}
