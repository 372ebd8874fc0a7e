import { appendFile, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stateOfVerification } from '#server/desk/health/evaluate-health.ts';
import type { Services } from '#server/services.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { anchorAuditLogJob } from './anchor-audit-log.job.ts';
import { measureAudit } from './audit-metrics.ts';
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
const anchor = () => anchorAuditLogJob.run(services, never());
const run = (stopping = never(), tooLong = never()) => verifyNightly(services, stopping, tooLong);
const shown = async () => stateOfVerification(await readVerifications(services.config), test.clock.now());

async function measured(name: string): Promise<number | undefined> {
  const registry = new Registry();
  measureAudit(registry, services.config, test.clock);
  const metric = await registry.getSingleMetric(name)?.get();
  return metric?.values[0]?.value;
}

/** Changes the details of the oldest entry, as someone with the owner's rights can. */
async function setOldest(details: unknown): Promise<void> {
  const { database } = services;
  await sql`alter table audit_log disable trigger user`.execute(database);
  await sql`update audit_log set details = ${JSON.stringify(details)}
    where audit_id = (select min(audit_id) from audit_log)`.execute(database);
  await sql`alter table audit_log enable trigger user`.execute(database);
}

it('the job keeps when it verified the log and that all was well, and rests until the next night', async () => {
  expect(await shown()).toEqual({ tone: 'warn', state: 'all entries were never verified', at: null });
  await anchor();
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
  await anchor();
  await auditCommand.run(['verify'], services);
  expect(await shown()).toMatchObject({ tone: 'ok', state: expect.stringContaining('command line') });
});

it("without anchors, it doesn't say that no entry was removed, and the next night verifies again", async () => {
  await run();
  const at = test.clock.now().toString();
  const state = 'all entries verified (schedule): none was changed; whether any was removed is unknown without anchors';
  expect(await shown()).toEqual({ tone: 'warn', state, at });
  expect(await measured('passbook_audit_log_problems')).toBeUndefined();
  await anchor();
  await run();
  expect(await shown()).toMatchObject({ tone: 'ok' });
  expect(await measured('passbook_audit_log_problems')).toBe(0);
});

it('anchors of another file, or none, take no problem back that was found', async () => {
  await appendFile(
    `${services.config.auditAnchorsFile}.verifications`,
    `{"at":"${test.clock.now().toString()}","by":"schedule","problems":2}\n`,
  );
  const found = await shown();
  expect(found.tone).toBe('bad');
  expect(await auditCommand.run(['verify', '/no/such/file'], services)).toBe(1);
  await anchor();
  const copy = path.join(folder, 'copy.jsonl');
  await copyFile(services.config.auditAnchorsFile, copy);
  expect(await auditCommand.run(['verify', copy], services)).toBe(0);
  await rm(services.config.auditAnchorsFile);
  expect(await auditCommand.run(['verify'], services)).toBe(1);
  expect(await shown()).toEqual(found);
  expect(await measured('passbook_audit_log_problems')).toBe(2);
  await anchor();
  expect(await auditCommand.run(['verify', services.config.auditAnchorsFile], services)).toBe(0);
  expect(await shown()).toMatchObject({ tone: 'ok' });
});

describe('results that cannot be read or kept', () => {
  beforeEach(() => mkdir(`${services.config.auditAnchorsFile}.verifications`));

  it('are unknown, not fine', async () => {
    expect(await shown()).toEqual({ tone: 'warn', state: expect.stringContaining('is unknown'), at: null });
    expect(await measured('passbook_audit_log_verified_seconds')).toBeUndefined();
  });

  it('still reach the one who asked', async () => {
    expect((await verifyAuditLog(services, 'Ana Silva')).problems).toEqual([]);
  });

  it('do not keep the night from verifying, and what it found is in the log', async () => {
    const error = vi.fn<Services['log']['error']>();
    const { details } = await services.database
      .selectFrom('audit_log')
      .select('details')
      .orderBy('audit_id')
      .executeTakeFirstOrThrow();
    await setOldest({ forged: true });
    await verifyNightly({ ...services, log: { ...services.log, error } }, never(), never());
    await setOldest(details);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ verification: expect.objectContaining({ problems: 1 }) }),
      expect.stringContaining('could not be kept'),
    );
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ problem: expect.anything() }), expect.any(String));
    await run(never(), AbortSignal.abort());
  });
});

it('a run that is stopped with its process leaves no result', async () => {
  await run(AbortSignal.abort());
  expect(await readVerifications(services.config)).toEqual({ last: undefined, finished: undefined });
});

it('a result that a crash cut short is not a result', async () => {
  await appendFile(`${services.config.auditAnchorsFile}.verifications`, '{"at":"2026-11-2');
  expect((await shown()).tone).toBe('warn');
  await anchor();
  await run();
  expect((await shown()).tone).toBe('ok');
});

it('a changed entry is kept as a problem', async () => {
  await setOldest({ forged: true });
  await run();
  expect(await shown()).toMatchObject({
    tone: 'bad',
    state: 'the last verification (schedule) found that entries were changed or removed: 1 problem',
  });
});
