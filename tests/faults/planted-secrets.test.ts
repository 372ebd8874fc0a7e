import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeUnregistered } from '#demo/books/people.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/server-process.ts';
import { type FaultDatabase, openFaultDatabase } from './fault-database.ts';
import { Browser } from './secrets/browser.ts';
import { canaries, listCanaries } from './secrets/canaries.ts';
import { findSecrets, type Sink } from './secrets/find-secrets.ts';
import {
  plainOwnerName,
  plantFactsOfAPerson,
  plantMethods,
  plantPasswords,
  plantPayments,
  plantReports,
} from './secrets/plant-secrets.ts';

let folder: string;
let database: FaultDatabase;
let server: ServerProcess;
let sinks: Sink[];
let references: string[];
const browsers: Browser[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'passbook-secrets-'));
  database = await openFaultDatabase();
  server = await startServerProcess({
    PASSBOOK_DATA: folder,
    DATABASE_URL: database.url,
    PASSBOOK_NOW: '2026-11-20T10:00:00-05:00',
    PASSBOOK_LOG_LEVEL: 'debug',
    PASSBOOK_CARD_PROCESSOR_TIMEOUT_MS: '500',
  });
  const li = newBrowser();
  await plantPasswords(li);
  await plantMethods(li);
  references = await plantPayments(li);
  await plantReports(li);
  await plantFactsOfAPerson(newBrowser());
  const outbox = await (await fetch(new URL('/dev/outbox', server.url))).text();
  await server.stop();
  sinks = [
    { name: 'the database', text: await dumpDatabase(database.database) },
    { name: 'the log', text: withoutWelcome(server.output()) },
    { name: 'the messages', text: outbox },
    { name: 'the error answers', text: browsers.flatMap(({ refusals }) => refusals).join('\n') },
    { name: 'the data folder', text: await readFolder(folder) },
  ];
});

afterAll(async () => {
  await server.stop();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function newBrowser(): Browser {
  const browser = new Browser(server.url);
  browsers.push(browser);
  return browser;
}

async function dumpDatabase(from: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(from);
  const dumps: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`select row_to_json(t)::text as line from ${sql.raw(name)} t`.execute(
      from,
    );
    dumps.push(name, ...rows.map(({ line }) => line));
  }
  return dumps.join('\n');
}

/** Removes the start-up message, which prints the demonstration's password and registration data. */
function withoutWelcome(output: string): string {
  const welcome = [`Sign in with the password ${canaries.rightPassword} as`, ...describeUnregistered()];
  return welcome.reduce((rest, line) => {
    expect(rest.split(line), line).toHaveLength(2);
    return rest.replace(line, '');
  }, output);
}

async function readFolder(from: string): Promise<string> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

describe('the search', () => {
  test('covers calls that were made, refused and answered', () => {
    expect(references).toHaveLength(2);
    expect(browsers.flatMap(({ refusals }) => refusals).length).toBeGreaterThan(15);
    expect(browsers.flatMap(({ secrets }) => secrets).length).toBeGreaterThan(8);
  });

  test('finds plain stored and logged values', () => {
    const [reference = ''] = references;
    const plain = [
      { name: 'owner', value: plainOwnerName },
      { name: 'reference', value: reference },
      { name: 'start', value: '"msg":"serving"' },
      { name: 'refusal', value: '"ErrorMessage":"InvalidInfo"' },
      { name: 'vault', value: 'SQLite format 3' },
    ];
    expect(findSecrets(sinks, plain)).toEqual(
      expect.arrayContaining([
        'owner as it is in the database',
        'reference as it is in the database',
        'reference as it is in the messages',
        'start as it is in the log',
        'refusal as it is in the error answers',
        'vault as it is in the data folder',
      ]),
    );
  });

  test.each(listCanaries())('would find $name in a sink', ({ name, value }) => {
    const planted = (text: string) => findSecrets([{ name: 'a sink', text }], [{ name, value }]);
    expect(planted(`{"a":"${value}"}`)).toContain(`${name} as it is in a sink`);
    expect(planted('{"a":"b"}')).toEqual([]);
    if (value.length < 8) return;
    expect(planted(Buffer.from(value).toString('hex'))).toHaveLength(1);
    expect(planted(Buffer.from(`${value} and more`).toString('base64'))).not.toEqual([]);
  });
});

test('no planted secret is found in tables, log, messages, error answers and files', async () => {
  const given = browsers.flatMap(({ secrets }) => secrets);
  expect(findSecrets(sinks, [...listCanaries(), ...given])).toEqual([]);
});

test('a vault token is found only in the tables of methods and payments', async () => {
  const { rows } = await sql<{ value: string }>`select card_token as value from saved_cards`.execute(database.database);
  const tokens = rows.map(({ value }) => ({ name: 'card token', value }));
  const elsewhere = sinks.filter(({ name }) => !['the database', 'the data folder'].includes(name));
  expect(tokens.length).toBeGreaterThan(1);
  expect(findSecrets(elsewhere, tokens)).toEqual([]);
});
