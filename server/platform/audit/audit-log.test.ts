import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { anchorAuditLogJob } from './anchor-audit-log.job.ts';
import { createAuditLog } from './append-audit-log.queries.ts';
import { readAuditAnchors } from './audit-anchors.ts';
import { auditCommand } from './audit.cli.ts';

let test: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-audit-'));
  test = await createTestApp({ empty: true, environment: { PASSBOOK_AUDIT_ANCHORS: path.join(folder, 'anchors') } });
});

beforeEach(async () => {
  await tamper(sql`truncate audit_log`);
  await tamper(sql`update audit_lanes set head = ${Buffer.alloc(32)}`);
  await rm(test.services.config.auditAnchorsFile, { force: true });
  await recordMany(40);
  await anchor();
});

afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

it('an untouched log verifies, also with entries after the last anchor', async () => {
  await recordMany(3);
  expect(await verify()).toEqual({ exitCode: 0, said: expect.stringMatching(/^Audit log verified/) });
});

it.each([
  ['details', sql`update audit_log set details = '{"number": 5000}' where audit_id = ${victim()}`],
  ['user', sql`update audit_log set user_id = 1 where audit_id = ${victim()}`],
  ['time', sql`update audit_log set recorded_at = recorded_at + interval '1 second' where audit_id = ${victim()}`],
  ['presence', sql`delete from audit_log where audit_id = ${victim()}`],
])('an entry whose %s changed is found', async (_what, change) => {
  await tamper(change);
  expect(await verify()).toEqual({ exitCode: 1, said: expect.stringMatching(/^Entry \d+, or the one before it/) });
});

it('an entry that was rewritten with everything after it, but without the key, is found', async () => {
  // As the log was chained before entries had a key.
  await tamper(sql`
    with recursive rewritten as (
      select audit_id, sha256('forged'::bytea) as head from audit_log where audit_id = ${victim()}
    )
    update audit_log set key_id = null, head = rewritten.head from rewritten where audit_log.audit_id = rewritten.audit_id`);
  expect((await verify()).exitCode).toBe(1);
});

it('a cut tail is found, even if the heads in the database were cut with it', async () => {
  await tamper(sql`delete from audit_log where audit_id = (select max(audit_id) from audit_log)`);
  expect(await verify()).toEqual({ exitCode: 1, said: expect.stringMatching(/^The newest entries of lane \d+/) });
  await tamper(sql`
    update audit_lanes set head = coalesce(
      (select head from audit_log a where a.lane = audit_lanes.lane order by audit_id desc limit 1), ${Buffer.alloc(32)})`);
  expect(await test.services.audit.findProblems(test.services.database)).toEqual([]);
  expect(await verify()).toEqual({ exitCode: 1, said: expect.stringMatching(/^The newest entries of lane \d+/) });
});

it('an emptied log is found', async () => {
  await tamper(sql`delete from audit_log`);
  await tamper(sql`update audit_lanes set head = ${Buffer.alloc(32)}`);
  expect((await verify()).said).toMatch(/^The newest entries of lane 0 were removed/);
});

it('another key is told from changed entries', async () => {
  const { clock, database } = test.services;
  const other = createAuditLog(clock, { keyId: 1, key: Buffer.alloc(32, 7) });
  expect(await other.findProblems(database)).toEqual([{ kind: 'wrongKey' }]);
});

it('a changed and a removed anchor are found, a line that a crash cut short is not reported', async () => {
  const file = test.services.config.auditAnchorsFile;
  await appendFile(file, '{"at":"2026-11-21T15:0');
  await recordMany(5);
  await anchor();
  await recordMany(5);
  await anchor();
  expect((await verify()).exitCode).toBe(0);
  const anchors = (await readAuditAnchors(file)) ?? [];
  expect(anchors).toHaveLength(3);
  const [first, second, third] = anchors;
  await writeFile(file, [first, third].map((line) => JSON.stringify(line)).join('\n'));
  expect((await verify()).said).toMatch(/^The anchor from .*, or the one before it, was changed or removed/);
  await writeFile(file, [first, { ...second, heads: {} }].map((line) => JSON.stringify(line)).join('\n'));
  expect((await verify()).exitCode).toBe(1);
});

it('without a file of anchors, nothing is called verified', async () => {
  expect(await verify(path.join(folder, 'missing'))).toEqual({
    exitCode: 1,
    said: expect.stringMatching(/no anchors/),
  });
});

it('an unchanged log gets no second anchor', async () => {
  await anchor();
  expect(await readAuditAnchors(test.services.config.auditAnchorsFile)).toHaveLength(1);
});

it('a transaction with several events stays in one lane', async () => {
  const { rows } = await sql<{ lanes: number }>`
    select count(distinct lane)::int as lanes from audit_log where event = 'pair' group by details->>'pair'`.execute(
    test.services.database,
  );
  expect(new Set(rows.map(({ lanes }) => lanes))).toEqual(new Set([1]));
});

/** The third entry of the log; lane and number depend on the order of commits. */
function victim() {
  return sql`(select audit_id from audit_log order by audit_id offset 2 limit 1)`;
}

function recordMany(count: number) {
  const { database, audit } = test.services;
  return Promise.all(
    Array.from({ length: count }, (_, pair) =>
      inTransaction(database, async (transaction) => {
        await audit.record(transaction, { event: 'pair', userId: null, details: { pair, part: 'first' } });
        await audit.record(transaction, { event: 'pair', userId: null, details: { pair, part: 'second' } });
      }),
    ),
  );
}

const anchor = () => anchorAuditLogJob.run(test.services, new AbortController().signal);

/** As someone with all rights on the database. */
async function tamper(change: ReturnType<typeof sql>) {
  const { database } = test.services;
  await sql`alter table audit_log disable trigger user`.execute(database);
  await change.execute(database);
  await sql`alter table audit_log enable trigger user`.execute(database);
}

async function verify(...file: string[]) {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
  try {
    return { exitCode: await auditCommand.run(['verify', ...file], test.services), said: lines.join('\n') };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}
