import { mkdir, rm, type statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { checkSpace, readCertificates } from './connections.ts';
import { listHealthToday } from './health-today.ts';
import type { Services } from '#server/services.ts';
import { listNeeds, stateOfJob, stateOfKey } from './evaluate-health.ts';

let test: TestApp;
let administrator: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  administrator = await enterDesk(test, 'administrator');
});

afterAll(() => test.close());

const readHealth = async () => (await administrator.get('/api/desk/health')).json();

describe('health', () => {
  it('shows what answers, and says what does not before everything else', async () => {
    const { services } = test;
    const { cardProcessor } = services;
    expect((await readHealth()).connections).toContainEqual(
      expect.objectContaining({ name: 'Card processor', tone: 'ok' }),
    );
    Object.assign(services, { cardProcessor: createHttpCardProcessor(serviceAt('http://127.0.0.1:9', 500)) });
    try {
      const { needs } = await readHealth();
      expect(needs[0].tone).toBe('bad');
      expect(needs).toContainEqual({ tone: 'bad', text: 'Card processor: does not answer' });
    } finally {
      Object.assign(services, { cardProcessor });
    }
  });

  it('verifies the audit log on request, and that is in the log', async () => {
    const verified = await administrator.post('/api/desk/health/verify-audit', {});
    expect(verified.json()).toEqual({ problems: [], anchored: false });
    const { database } = test.services;
    await sql`alter table audit_log disable trigger user`.execute(database);
    await sql`update audit_log set details = '{}' where audit_id = (select min(audit_id) from audit_log)`.execute(
      database,
    );
    await sql`alter table audit_log enable trigger user`.execute(database);
    const forged = await administrator.post('/api/desk/health/verify-audit', {});
    expect(forged.json().problems[0]).toMatch(/changed, removed or inserted/);
    expect(await auditOf(test, 'desk-audit-verified')).toMatchObject([{ problems: 0 }, { problems: 1 }]);
    const { audit, needs } = await readHealth();
    expect(audit.verified).toMatchObject({ tone: 'bad', state: expect.stringContaining(administrator.emailAddress) });
    expect(needs).toContainEqual({ tone: 'bad', text: `Audit log: ${audit.verified.state}` });
  });

  it('says what is unknown where the files of the audit log cannot be read', async () => {
    const { auditAnchorsFile } = test.services.config;
    for (const file of [auditAnchorsFile, `${auditAnchorsFile}.verifications`]) {
      await rm(file, { force: true });
      await mkdir(file);
    }
    const { audit, needs } = await readHealth();
    expect(audit).toMatchObject({ tone: 'warn', lastAnchorAt: null, verified: { tone: 'warn', at: null } });
    for (const { state } of [audit, audit.verified]) {
      expect(state).toContain('is unknown');
      expect(needs).toContainEqual({ tone: 'warn', text: `Audit log: ${state}` });
    }
  });
});

describe('today', () => {
  it('tells of a full disk, and of emails that the mail server refuses where one is set up', async () => {
    const { database, clock } = test.services;
    const full = (async () => ({ bavail: 1, blocks: 100 })) as unknown as typeof statfs;
    expect((await listHealthToday(test.services, full)).needs).toContainEqual({
      tone: 'bad',
      title: 'Documents: 1% of the disk is free',
      action: 'Open',
      path: '/health',
    });
    const at = clock.now().toString();
    await sql`
      insert into outbox_messages (occasion, recipient, subject, body, created_at, next_attempt_at, attempts, trouble_reference)
      values ('refused-1', 'li@example.com', 'Hi', '', ${at}, ${at}, 1, 'AAAA-BBBB')`.execute(database);
    const mailer = { send: () => Promise.resolve(), verify: () => Promise.resolve() };
    const titles = async (services: Services) => (await listHealthToday(services)).needs.map(({ title }) => title);
    expect(await titles({ ...test.services, mailer })).toContainEqual(expect.stringMatching(/^Emails to send: /));
    expect(await titles({ ...test.services, mailer: undefined })).toEqual([]);
  });
});

describe('judging', () => {
  it.each([
    [{ schedule: '*/5 * * * *', failed: true, minutesAgo: 1 }, 'bad'],
    [{ schedule: '*/5 * * * *', failed: false, minutesAgo: 20 }, 'ok'],
    [{ schedule: '*/5 * * * *', failed: false, minutesAgo: 21 }, 'bad'],
    [{ schedule: '*/5 * * * *', failed: false, minutesAgo: null }, 'warn'],
    [{ schedule: '10 3 * * *', failed: false, minutesAgo: null }, 'plain'],
    [{ schedule: '10 3 * * *', failed: false, minutesAgo: 55 }, 'ok'],
  ])('a job %o is %s', (run, tone) => {
    expect(stateOfJob(run).tone).toBe(tone);
  });

  it.each([
    [365, 'ok'],
    [366, 'warn'],
  ])('a key in use for %i days is %s', (ageDays, tone) => {
    expect(stateOfKey({ keyId: 1, isActive: true, retiredAt: null, ageDays }).tone).toBe(tone);
  });

  it.each([
    [100, 1_000, 'ok', '10% of the disk is free'],
    [99, 1_000, 'warn', '9% of the disk is free'],
    [19, 1_000, 'bad', '1% of the disk is free'],
    [0, 1_000, 'bad', '0% of the disk is free'],
  ])('a folder with %i of %i blocks free is %s', async (bavail, blocks, tone, state) => {
    const readSpace = (async () => ({ bavail, blocks })) as unknown as typeof statfs;
    expect(await checkSpace('Documents', '/documents', readSpace)).toEqual({ name: 'Documents', tone, state });
  });

  it('puts what harms first, and counts it', () => {
    const quiet = {
      oldestUnsettled: 900,
      unapplied: 0,
      openDays: 1,
      dayDifferences: 0,
      heldDrafts: 2,
      oldestMessage: 0,
      setAside: 0,
    };
    expect(listNeeds(quiet, [], true)).toEqual([{ tone: 'warn', text: 'Bank drafts on hold: 2' }]);
    const texts = listNeeds({ ...quiet, oldestUnsettled: 901, unapplied: 1 }, [], true).map(({ text }) => text);
    expect(texts).toEqual([
      'Cards charged, but not applied to the loan: 1',
      'A payment has had no outcome for more than 15 minutes',
      'Bank drafts on hold: 2',
    ]);
  });

  it('a certificate that cannot be read is bad', async () => {
    const tls = { certificateFile: '/nowhere.pem', keyFile: null, authorityFile: null };
    const lines = await readCertificates([{ name: 'Card processor', tls }], Temporal.Now.instant());
    expect(lines).toEqual([{ name: 'Card processor', tone: 'bad', state: 'cannot be read' }]);
  });
});
