import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '#demo/books/seeded-random.ts';
import { type BreakableDatabase, openBreakableDatabase } from './fault-database.ts';
import { type PayerRecord, payOnAndOn } from './payer.ts';
import { findDifferences } from './reconcile.ts';
import { expectAcknowledgedPaymentsToStand, isReference, settleEverything } from './settle.ts';
import { startWorld, type World } from './world.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const PAYERS = 6;
const LOANS = 80;

/** Generous, for slow machines. */
const PATIENCE_MS = 20_000;

/** Operators are promised these times: for the answer to a load balancer, and after the database is back. */
const REPORTED_WITHIN_MS = 1_000;
const READY_WITHIN_MS = 2_000;

let database: BreakableDatabase;
let world: World;
const record: PayerRecord = { attempts: [], cut: 0, lost: 0, unavailable: 0, unexpected: [] };
const stopping = new AbortController();
let payers: Promise<void>[] = [];

beforeAll(async () => {
  database = await openBreakableDatabase();
  world = await startWorld(LOANS, database);
  const random = seededRandom(seed);
  payers = Array.from({ length: PAYERS }, () =>
    payOnAndOn(world.borrowers, {
      random: seededRandom(random.between(0, 2 ** 30)),
      record,
      addresses: world.addresses,
      stopping: stopping.signal,
    }),
  );
});

afterAll(() => world.end());

describe(`while customers pay (seed ${seed})`, () => {
  test('a cut connection fails one request and no process dies', async () => {
    await untilAcknowledged(5);
    for (let round = 0; round < 10; round += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.database);
      await sleep(200);
    }
    await untilAcknowledged(acknowledged() + 5);
    expect(findDead()).toEqual([]);
  });

  test('what the jobs do is counted by the worker that does it, and not by the servers', async () => {
    const readFigures = async (address: string) => (await fetch(new URL('/metrics', address))).text();
    const job = /^passbook_job_runs_total\{job="close-business-days",result="done"\} [1-9]/m;
    expect(await readFigures(world.workerAddress)).toMatch(job);
    expect(await readFigures(world.addresses[0])).not.toMatch(job);
  });

  test('a killed database is reported by the portal, which recovers with it', async () => {
    await database.crash();
    await expectReportedDown();
    const answer = await fetch(new URL('/api/accountList', world.addresses[1]), {
      headers: world.borrowers[0].headers,
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(await answer.json()).toMatchObject({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Unavailable' }] });
    await sleep(2_000);
    await database.start();
    await untilReady('after it was killed');
    await untilAcknowledged(acknowledged() + 5);
    expect(findDead()).toEqual([]);
  });

  test('a frozen database is reported, and the portal goes on with it', async () => {
    await database.freeze();
    await expectReportedDown();
    // Longer than a request may wait, so connections are given up.
    await sleep(10_000);
    await expectReportedDown();
    await database.thaw();
    await untilReady('after it was frozen');
    await untilAcknowledged(acknowledged() + 5);
    expect(findDead()).toEqual([]);
  });

  test('a hanging line to the database is reported too, and no request waits forever', async () => {
    database.line.hang();
    await expectReportedDown();
    const answer = await inTime(() =>
      fetch(new URL('/api/accountList', world.addresses[1]), { headers: world.borrowers[0].headers }),
    );
    expect(answer.status).toBe(503);
    await sleep(4_000);
    database.line.resume();
    await untilReady('after it hung');
    await untilAcknowledged(acknowledged() + 5);
    expect(findDead()).toEqual([]);
  });

  test('afterwards, no payment is lost or doubled', async () => {
    stopping.abort();
    await Promise.all(payers);
    await settleEverything(world);
    expect(record.unexpected).toEqual([]);
    // A run that hit nothing would prove nothing.
    expect(record.unavailable).toBeGreaterThan(PAYERS);
    expect(await findDifferences(database.database, world.sandboxUrl, world.cipher)).toEqual([]);
    await expectAcknowledgedPaymentsToStand(world, record.attempts);
    console.log(
      `\n  ${record.attempts.length} submissions, ${acknowledged()} acknowledged, ${record.unavailable} answers of 503 (seed ${seed}).\n`,
    );
  });
});

function acknowledged(): number {
  return record.attempts.filter((attempt) => attempt.answers.some(isReference)).length;
}

async function untilAcknowledged(wanted: number): Promise<void> {
  for (let waitedMs = 0; acknowledged() < wanted; waitedMs += 50) {
    if (waitedMs > 3 * PATIENCE_MS) throw new Error(`Only ${acknowledged()} of ${wanted} payments were acknowledged`);
    await sleep(50);
  }
}

async function untilReady(since: string): Promise<void> {
  const startedAt = performance.now();
  for (const address of [...world.addresses, world.workerAddress]) {
    while (!(await askReady(address)).ok) {
      if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`${address} is not ready`);
      await sleep(20);
    }
  }
  const tookMs = performance.now() - startedAt;
  console.log(`  ready ${tookMs.toFixed(0)} ms ${since}`);
  expect(tookMs).toBeLessThan(READY_WITHIN_MS);
}

async function expectReportedDown(): Promise<void> {
  for (const address of [...world.addresses, world.workerAddress]) {
    const startedAt = performance.now();
    expect((await inTime(() => askReady(address))).status).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(REPORTED_WITHIN_MS);
  }
}

function askReady(address: string): Promise<Response> {
  return fetch(new URL('/readyz', address));
}

/** Throws TimeoutError instead of waiting forever. */
async function inTime(work: () => Promise<Response>): Promise<Response> {
  return Promise.race([work(), sleep(PATIENCE_MS).then(() => Promise.reject(new Error('No answer in time')))]);
}

function findDead(): string[] {
  return [...world.servers, world.worker]
    .filter((process) => !process.isReady)
    .map((process) => `${process.name}: ${process.output.slice(-2_000)}`);
}
