import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#demo/books/seeded-random.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { type OpenDatabase, openPostgres } from '#server/platform/db/open-database.ts';
import { type CrashablePostgres, makeDatabase, startCrashablePostgres, withDatabase } from '#tests/support/postgres.ts';
import { type PayerRecord, payOnAndOn } from './payer.ts';
import { findDifferences } from './reconcile.ts';
import { expectAcknowledgedPaymentsToStand, isReference, settleEverything } from './settle.ts';
import { startWorld, type World } from './world.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const PAYERS = 20;
const LOANS = 80;
const PATIENCE_MS = 60_000;

let primary: CrashablePostgres;
let standby: OpenDatabase;
let world: World;

beforeAll(async () => {
  primary = await startCrashablePostgres({ durable: true });
  const name = `passbook_faults_${randomUUID()}`;
  const primaryUrl = await makeDatabase(primary.url, name);
  const standbyUrl = withDatabase(await primary.addStandby(), name);
  standby = openPostgres(standbyUrl, { maxConnections: 5 });
  // The standby first, so a process that took the first host would fail at once.
  const url = primaryUrl.replace('@', `@${new URL(standbyUrl).host},`);
  const both = openPostgres(url, { maxConnections: 5 });
  await migrate(both.database);
  const close = async () => {
    await both.close();
    await standby.close();
    await primary.stop();
  };
  world = await startWorld(LOANS, { url, database: both.database, close });
});

afterAll(() => world.end());

test(
  `no acknowledged payment is lost or doubled when a standby takes over from the primary (seed ${seed})`,
  { timeout: 300_000 },
  async () => {
    const random = seededRandom(seed);
    const record: PayerRecord = { attempts: [], cut: 0, lost: 0, unavailable: 0, unexpected: [] };
    const stopping = new AbortController();
    const acknowledged = () => record.attempts.filter(({ answers }) => answers.some(isReference)).length;
    const untilAcknowledged = async (wanted: number) => {
      for (let waitedMs = 0; acknowledged() < wanted; waitedMs += 50) {
        if (waitedMs > PATIENCE_MS) throw new Error(`Only ${acknowledged()} of ${wanted} payments were acknowledged`);
        await sleep(50);
      }
    };
    const payers = Array.from({ length: PAYERS }, () =>
      payOnAndOn(world.borrowers, {
        random: seededRandom(random.between(0, 2 ** 30)),
        record,
        addresses: world.addresses,
        stopping: stopping.signal,
      }),
    );
    await untilAcknowledged(20);
    expect(await isInRecovery()).toBe(true);
    await primary.crash();
    const before = acknowledged();
    await sleep(1_000);
    await sql`select pg_promote()`.execute(standby.database);
    const promotedAt = performance.now();
    for (const address of world.addresses) {
      while (!(await fetch(new URL('/readyz', address))).ok) await sleep(20);
    }
    const readyMs = performance.now() - promotedAt;
    await untilAcknowledged(before + 20);

    // The old primary comes back and believes that it is one. Nothing may be written to it.
    await primary.start();
    await untilAcknowledged(acknowledged() + 20);
    stopping.abort();
    await Promise.all(payers);
    await settleEverything(world).catch((error: unknown) => {
      throw new Error(`The worker did not stop:\n${world.worker.output.slice(-3_000)}`, { cause: error });
    });

    expect([...world.servers, world.worker].filter((process) => !process.isReady)).toEqual([]);
    expect(record.unexpected).toEqual([]);
    expect(record.unavailable).toBeGreaterThan(PAYERS / 2);
    expect(readyMs).toBeLessThan(2_000);
    expect(await findDifferences(standby.database, world.sandboxUrl, world.cipher)).toEqual([]);
    await expectAcknowledgedPaymentsToStand(
      { ...world, database: { ...world.database, database: standby.database } },
      record.attempts,
    );
    console.log(
      `\n  ${record.attempts.length} submissions, ${acknowledged()} acknowledged, ${before} of them before the primary was lost, ${record.unavailable} answers of 503; ready ${readyMs.toFixed(0)} ms after the promotion (seed ${seed}).\n`,
    );
  },
);

async function isInRecovery(): Promise<boolean> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(standby.database);
  return rows[0]?.standby ?? false;
}
