import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { stateOfVerification } from '#server/desk/health/evaluate-health.ts';
import type { Services } from '#server/services.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { auditCommand } from './audit.cli.ts';
import { readVerifications } from './audit-verifications.ts';
import { verifyAuditLog } from './verify-audit-log.command.ts';
import { verifyNightly } from './verify-audit-log.job.ts';

let test: TestApp;
let services: Services;
let folder: string;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-audit-'));
  services = {
    ...test.services,
    config: { ...test.services.config, auditAnchorsFile: path.join(folder, 'anchors.jsonl') },
  };
});

afterEach(() => rm(folder, { recursive: true }));

const never = () => new AbortController().signal;
const run = (stopping = never(), tooLong = never()) => verifyNightly(services, stopping, tooLong);
const shown = async () => stateOfVerification(await readVerifications(services.config), test.clock.now());

it('the job keeps when it verified the log and that all was well, and rests until the next night', async () => {
  expect(await shown()).toEqual({ tone: 'warn', state: 'all entries were never verified', at: null });
  await run();
  const at = test.clock.now().toString();
  const well = { tone: 'ok', state: 'all entries verified (schedule): none was changed or removed', at };
  expect(await shown()).toEqual(well);
  test.clock.moveOn({ hours: 19 });
  await run();
  expect(await shown()).toEqual(well);
  test.clock.moveOn({ hours: 1 });
  await run();
  expect(await shown()).toEqual({ ...well, at: test.clock.now().toString() });
  test.clock.moveOn({ hours: 50 });
  expect((await shown()).tone).toBe('ok');
  test.clock.moveOn({ hours: 1 });
  expect(await shown()).toMatchObject({ tone: 'warn', state: 'not verified for 51 hours' });
});

it('a log that is too long for one run says so, and the command counts', async () => {
  await run(never(), AbortSignal.abort());
  expect(await shown()).toMatchObject({ tone: 'warn', state: expect.stringContaining('too slow'), at: null });
  await auditCommand.run(['verify'], services);
  expect(await shown()).toMatchObject({ tone: 'ok', state: expect.stringContaining('command line') });
});

it('whoever asked gets the result, even if it cannot be kept', async () => {
  await mkdir(`${services.config.auditAnchorsFile}.verifications`);
  expect((await verifyAuditLog(services, 'Ana Silva')).problems).toEqual([]);
});

it('a run that is stopped with its process leaves no result', async () => {
  await run(AbortSignal.abort());
  expect(await readVerifications(services.config)).toEqual({ last: undefined, finished: undefined });
});

it('a result that a crash cut short is no result', async () => {
  await appendFile(`${services.config.auditAnchorsFile}.verifications`, '{"at":"2026-11-2');
  expect((await shown()).tone).toBe('warn');
  await run();
  expect((await shown()).tone).toBe('ok');
});

it('a changed entry is kept as a problem', async () => {
  const { database } = services;
  await sql`alter table audit_log disable trigger user`.execute(database);
  await sql`update audit_log set details = '{"forged":true}' where audit_id = (select min(audit_id) from audit_log)`.execute(
    database,
  );
  await sql`alter table audit_log enable trigger user`.execute(database);
  await run();
  expect(await shown()).toMatchObject({
    tone: 'bad',
    state: 'the last verification (schedule) found that entries were changed or removed: 1 problem',
  });
});
