import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

const folder = new URL('../../migrations/', import.meta.url);

/**
 * Brings the schema to the newest numbered file of `server/migrations`, forward
 * only; several processes that start together wait for one another.
 */
export async function migrate(database: Database): Promise<void> {
  if (await isUpToDate(database)) return;
  const migrator = new Migrator({ db: database, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The schema could not be brought up to date', { cause: error });
}

/** Looking into the whole catalogue, as the migrator does, takes the embedded database a second. */
async function isUpToDate(database: Database): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select to_regclass('kysely_migration') is not null as known`.execute(
    database,
  );
  if (!rows[0]?.known) return false;
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return applied.rows.map(({ name }) => name).join() === (await listFiles()).map(nameOf).join();
}

async function listFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}

function nameOf(file: string): string {
  return file.replace('.sql', '');
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const entries = (await listFiles()).map(async (file): Promise<[string, Migration]> => {
    const statements = splitStatements(await readFile(new URL(file, folder), 'utf8'));
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

/** Statements end with a semicolon at the end of a line; bodies of functions stand between `$$`. */
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
