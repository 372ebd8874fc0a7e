import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { createEmptyDatabase } from '#tests/support/databases.ts';
import { createRole } from '#tests/support/roles.ts';
import { createApp } from '#server/app.ts';
import { compose, type Composition } from '#server/compose.ts';
import { allJobs } from '#server/all-jobs.ts';
import { demonstrationStaff } from '#server/desk/staff/demonstration-staff.ts';
import { deskCommand } from '#server/desk/staff/desk.cli.ts';
import { signEvent, WEBHOOK_SIGNATURE_HEADER } from '#server/payments-network/card-event.wire.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { createLog } from '#server/platform/log.ts';
import { inspectDatabase } from '#server/platform/db/inspect-database.queries.ts';
import { inTransaction, type Database } from '#server/platform/db/database.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createFolderStore } from '#server/platform/files/folder-store.ts';
import { startJobs } from '#server/platform/jobs/runner.ts';
import { backUp } from './back-up.command.ts';
import { announceQuarantine } from './quarantine.ts';
import { releaseCommand } from './release.cli.ts';
import { restore } from './restore.command.ts';
import { listTables } from './tables.queries.ts';

const webhookKey = 'the-secret-that-signs-events-0002';

let original: TestApp;
let cardPayment: string;
let agent: DeskCaller;
let folder: string;
let backup: string;
let opened: OpenDatabase;
let copy: Composition;

beforeAll(async () => {
  original = await createTestApp(withDesk);
  const { services } = original;
  await original.signIn('sam.rivera');
  cardPayment = await payByCard();
  agent = await enterDesk(original, 'agent');
  await deskCommand.run(['invite', 'new@harbor.example', '--role', 'agent', '--by', 'op'], services);
  folder = await mkdtemp(path.join(tmpdir(), 'passbook-restored-'));
  backup = path.join(folder, 'backup');
  await backUp(services, backup);
  opened = await createEmptyDatabase();
  await restore(backup, configOfCopy(), opened.database, createFolderStore(path.join(folder, 'files')));
  copy = await compose(configOfCopy(), { database: opened, clock: services.clock });
}, 180_000);

afterAll(async () => {
  await copy.close();
  await original.close();
  await rm(folder, { recursive: true, force: true });
});

async function payByCard(): Promise<string> {
  const calls = paymentCalls(await original.signIn('li.wei'));
  const loan = '101-005520-1';
  const parts = { info: await calls.info(loan), loginName: 'li.wei', amount: 20, method: cardBody(loan), fee: 3 };
  await calls.submitCard(submissionBody(parts), randomUUID());
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from payments where state = 'posted' order by created_at desc limit 1`.execute(
    original.services.database,
  );
  return rows[0]?.id ?? '';
}

/** The processor reports the refund of a payment that the backup holds. */
async function sendRefundEvent(app: Awaited<ReturnType<typeof createApp>>): Promise<number> {
  const event = { eventId: 'refunded', type: 'charge.refunded', paymentId: cardPayment, amountCents: 2_300 };
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    [WEBHOOK_SIGNATURE_HEADER]: signEvent(webhookKey, body, seconds),
  };
  return (await app.inject({ method: 'POST', url: '/webhooks/cards', payload: body, headers })).statusCode;
}

function configOfCopy() {
  const { config } = original.services;
  return {
    ...config,
    dataFolder: folder,
    network: { ...config.network, webhookKeys: [webhookKey] },
    files: { folder: path.join(folder, 'files') },
    auditAnchorsFile: path.join(folder, 'anchors'),
  };
}

describe('a restored backup', () => {
  it('holds every row of the original, and is one second of it', async () => {
    const [before, after] = [await digest(original.services.database), await digest(copy.services.database)];
    // The copy is in quarantine, and everyone is signed out.
    const changed = ['operating_state', 'sessions', 'desk_sessions', 'staff_invitations'];
    for (const table of changed) expect(after[table]).not.toBe(before[table]);
    const same = Object.fromEntries(changed.map((table) => [table, '']));
    expect({ ...after, ...same }).toEqual({ ...before, ...same });
    expect(Object.keys(after).length).toBeGreaterThan(40);
  });

  it('has balanced books, an audit log that verifies, and documents that open', async () => {
    const { database, audit, files } = copy.services;
    expect(await findImbalances(database)).toEqual([]);
    expect(await audit.findProblems(database, [])).toEqual([]);
    const { rows } = await sql<{ name: string }>`select storage_name as name from documents`.execute(database);
    expect(rows.length).toBeGreaterThan(0);
    for (const { name } of rows) expect(await files.find(name)).toEqual(await original.services.files.find(name));
  });

  it('goes on counting where the original was', async () => {
    const { database, audit } = copy.services;
    await inTransaction(database, (transaction) =>
      audit.record(transaction, { event: 'after-the-restore', userId: null, details: {} }),
    );
    expect(await audit.findProblems(database, [])).toEqual([]);
  });

  it('refuses changes of append-only rows again', async () => {
    const { database } = copy.services;
    await expect(sql`update audit_log set event = 'nothing'`.execute(database)).rejects.toThrow('append-only');
  });

  it('says at the start, and to an operator who checks it, that it is in quarantine', async () => {
    const { database, quarantine } = copy.services;
    const written: string[] = [];
    const log = createLog(
      'info',
      new PassThrough().on('data', (line: Buffer) => written.push(line.toString())),
    );
    await announceQuarantine({ quarantine, log });
    expect(written.join()).toContain('in quarantine');
    expect(await inspectDatabase(database)).toMatchObject({ isQuarantined: true, deniedTables: [] });
  });

  it('lets no one in and sends, charges and draws nothing until an operator releases it', async () => {
    const { services } = copy;
    const app = await createApp(services);
    const signIn = () => app.inject({ method: 'GET', url: '/api/MaintenanceMode' });
    expect((await signIn()).json()).toEqual({ isEnabled: true });
    const headers = { 'passbook-desk': '1', cookie: agent.cookie };
    const [member] = demonstrationStaff;
    const payload = { emailAddress: member?.emailAddress };
    const enter = () => app.inject({ method: 'POST', url: '/api/desk/entry/demonstration', headers, payload });
    expect((await enter()).json()).toEqual({ error: 'Quarantined' });
    const runJobs = async () => {
      const ran = new Set<string>();
      const watched = allJobs.map((job) => ({
        ...job,
        run: () => Promise.resolve(void ran.add(job.name)),
      }));
      const jobs = await startJobs(services, watched);
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await jobs.stop();
      return ran;
    };
    expect(await runJobs()).toEqual(new Set());
    await expect(services.cardProcessor.settle(randomUUID())).rejects.toThrow('quarantine');
    const untouched = await digest(services.database);
    expect(await sendRefundEvent(app)).toBe(503);
    expect(await digest(services.database)).toEqual(untouched);

    expect(await releaseCommand.run(['--by', 'pat'], services)).toBe(0);
    expect((await signIn()).json()).toEqual({ isEnabled: false });
    expect((await app.inject({ url: '/api/desk/session', headers })).statusCode).toBe(401);
    expect((await enter()).statusCode).toBe(200);
    expect(await services.cardProcessor.settle(randomUUID())).toMatchObject({ state: 'absent' });
    expect((await runJobs()).size).toBe(allJobs.length);
    expect(await sendRefundEvent(app)).toBe(200);
    const { rows } = await sql`select state, return_code from payments where payment_id = ${cardPayment}`.execute(
      services.database,
    );
    expect(rows).toEqual([{ state: 'returned', return_code: 'REFUND' }]);
    await app.close();
  });
});

describe('a backup is refused', () => {
  it('with another field key', async () => {
    await withEmpty(async ({ database }) => {
      const config = { ...configOfCopy(), fieldKey: randomBytes(32) };
      await expect(restore(backup, config, database, copy.services.files)).rejects.toThrow('field key');
    });
  });

  it('by a user who may not create tables, with the variable to set', async () => {
    await withEmpty(async ({ database }) => {
      await createRole(database, 'passbook_stranger');
      const refused = database.connection().execute(async (connection) => {
        await sql`set role passbook_stranger`.execute(connection);
        try {
          await restore(backup, configOfCopy(), connection, copy.services.files);
        } finally {
          await sql`reset role`.execute(connection);
        }
      });
      await expect(refused).rejects.toThrow(
        'passbook_stranger may not create tables in this database. Set PASSBOOK_OWNER_DATABASE_URL',
      );
    });
  });

  it('when a file was changed or is missing', async () => {
    await withEmpty(async ({ database }) => {
      const damaged = path.join(folder, 'damaged');
      await cp(backup, damaged, { recursive: true });
      await appendFile(path.join(damaged, 'tables', 'payments.jsonl.gz'), 'x');
      await expect(restore(damaged, configOfCopy(), database, copy.services.files)).rejects.toThrow(
        'payments.jsonl.gz',
      );
      await rm(path.join(damaged, 'manifest.json'));
      await expect(restore(damaged, configOfCopy(), database, copy.services.files)).rejects.toThrow(
        'not a complete backup',
      );
    });
  });

  it('by a database that has tables already, and into a folder that is not empty', async () => {
    const { database, files } = copy.services;
    await expect(restore(backup, configOfCopy(), database, files)).rejects.toThrow('not empty');
    await expect(backUp(copy.services, backup)).rejects.toThrow('not empty');
  });
});

async function withEmpty(act: (opened: OpenDatabase) => Promise<void>): Promise<void> {
  const empty = await createEmptyDatabase();
  try {
    await act(empty);
  } finally {
    await empty.close();
  }
}

/** A value per table that any difference changes. */
async function digest(database: Database): Promise<Record<string, string>> {
  return inTransaction(database, async (transaction) => {
    const digests: Record<string, string> = {};
    for (const { name } of await listTables(transaction)) {
      const { rows } = await sql<{ value: string }>`
        select coalesce(md5(string_agg(line, ' ' order by line)), '') as value
        from (select row_to_json(t)::text as line from ${sql.table(name)} t) as lines`.execute(transaction);
      digests[name] = rows[0]?.value ?? '';
    }
    return digests;
  });
}
