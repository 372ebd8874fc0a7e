import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { PlainError } from '#server/platform/plain-error.ts';
import { projectPath } from '#server/platform/project-folder.ts';
import type { Database } from './database.ts';
import { withQueryTimeLimit } from './query-time-limit.ts';

/** Keep in sync with README.md. */
const OLDEST_VERSION = 16;

/** Tables made by a migration would be in the way of a backup. */
export const FILL_AN_EMPTY_DATABASE =
  'Set PASSBOOK_OWNER_DATABASE_URL to the user that owns the database, then for a new portal run: npm run passbook -- migrate. To load a backup instead: npm run passbook -- restore DIR';

const folder = projectPath('server/migrations');

/**
 * Applies the missing files of `server/migrations`, forward only; processes that start together wait for each other.
 * @param upTo the last one to apply, for a backup of an older version; by default all
 * @throws PlainError if PostgreSQL is too old, or the database has migrations this version doesn't know
 */
export async function migrate(database: Database, upTo?: string): Promise<void> {
  await requireVersion(database);
  const applied = await listApplied(database);
  const files = (await listFiles()).map(nameOf);
  assertKnown([...applied, ...(upTo === undefined ? [] : [upTo])], files);
  // Skips the migrator's scan of the catalog, which takes the embedded database a second.
  if (applied.length === files.length) return;
  // Changing a large table takes time, and so does waiting for another process.
  await withQueryTimeLimit(0, () =>
    database.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection);
      await sql`set lock_timeout = 0`.execute(connection);
      const migrator = new Migrator({ db: connection, provider: { getMigrations: readMigrations } });
      const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
      if (isDenied(error)) {
        throw new PlainError(
          applied.length === 0
            ? `The database is empty, and this user may not create its tables. ${FILL_AN_EMPTY_DATABASE}`
            : 'The database is not up to date, and this role may not change its tables. Run: npm run passbook -- migrate',
          { cause: error },
        );
      }
      if (error) throw new Error('Migrating the database schema failed', { cause: error });
    }),
  );
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && (error as { readonly code?: unknown }).code === '42501';
}

/** @throws PlainError if PostgreSQL is older than the oldest tested version */
export async function requireVersion(database: Database): Promise<void> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(database);
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_VERSION) return;
  throw new PlainError(
    `PostgreSQL ${version} is too old. DATABASE_URL must point to version ${OLDEST_VERSION} or later.`,
  );
}

function assertKnown(names: readonly string[], files: readonly string[]): void {
  const unknown = names.find((name) => !files.includes(name));
  if (unknown === undefined) return;
  throw new PlainError(
    `The database was created by a newer version of Passbook (migration ${unknown}). Run that version, or restore an older backup. To reset a demonstration, delete its data folder.`,
  );
}

/**
 * Names of migrations that the next start runs.
 * @throws PlainError if the database has migrations this version doesn't know, as the start does
 */
export async function listPendingMigrations(database: Database): Promise<string[]> {
  const applied = await listApplied(database);
  const files = (await listFiles()).map(nameOf);
  assertKnown(applied, files);
  return files.filter((name) => !applied.includes(name));
}

async function listApplied(database: Database): Promise<string[]> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('kysely_migration') is not null as known`.execute(
    database,
  );
  if (!rows[0]?.known) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return applied.rows.map(({ name }) => name);
}

async function listFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}

function nameOf(file: string): string {
  return file.replace('.sql', '');
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = (await listFiles()).map(async (file): Promise<[string, Migration]> => {
    const statements = splitStatements(await readFile(path.join(folder, file), 'utf8'));
    return [
      nameOf(file),
      {
        async up(db) {
          for (const statement of statements) await sql.raw(statement).execute(db);
        },
      },
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** A statement ends with a semicolon at the end of a line; function bodies are between `$$`. */
function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (const line of text.split('\n')) {
    current += `${line}\n`;
    const insideBody = (current.split('$$').length - 1) % 2 === 1;
    if (line.trimEnd().endsWith(';') && !insideBody) {
      statements.push(current);
      current = '';
    }
  }
  if (current.trim()) statements.push(current);
  return statements.filter((statement) => /^\s*[a-z]/im.test(statement.replaceAll(/^--.*$/gm, '')));
}
