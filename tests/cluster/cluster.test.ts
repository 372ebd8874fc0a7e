import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#demo/books/seeded-random.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openPostgres } from '#server/platform/db/open-database.ts';
import { type PayerRecord, payOnAndOn } from '#tests/faults/payer.ts';
import { findDifferences } from '#tests/faults/reconcile.ts';
import { expectAcknowledgedPaymentsToStand, isReference, settleEverything } from '#tests/faults/settle.ts';
import { startWorld, type World } from '#tests/faults/world.ts';
import { RestartableProcess } from '#tests/support/restartable-process.ts';
import { type Cluster, startCluster, until } from './cluster.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const PAYERS = 20;
const LOANS = 80;
/** Twice as long as it takes until a silent leader is replaced. */
const PATIENCE_MS = 60_000;
/** So many acknowledged after a fault show that customers pay again. */
const ENOUGH = 10;
/** An operating system starts a program again that ended. */
const RESTART_MS = 1_000;

let cluster: Cluster;
let world: World;
let secondWorker: RestartableProcess;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  ends.push(() => cluster.close());
  const { database, close } = openPostgres(cluster.ownerUrl, { maxConnections: 5 });
  for (const limit of [
    sql`alter role passbook set statement_timeout = '5min'`,
    sql`alter role passbook set lock_timeout = '15s'`,
    sql`alter role passbook set idle_in_transaction_session_timeout = '60s'`,
  ]) {
    await limit.execute(database);
  }
  await migrate(database);
  const environment = { PASSBOOK_DATABASE_POOLER: 'transaction', PASSBOOK_OWNER_DATABASE_URL: cluster.ownerUrl };
  world = await startWorld(LOANS, { url: cluster.url, database, close }, environment);
  ends.push(() => world.end());
  secondWorker = new RestartableProcess({
    name: 'worker 2',
    script: 'server/worker.ts',
    environment: world.environment,
    readyWhen: /"msg":"running jobs"/,
  });
  await secondWorker.start();
  ends.push(() => secondWorker.kill());
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

test(
  `customers pay on, and no acknowledged payment is lost or doubled, whatever part of the cluster fails (seed ${seed})`,
  { timeout: 900_000 },
  async () => {
    const random = seededRandom(seed);
    const record: PayerRecord = { attempts: [], cut: 0, lost: 0, unavailable: 0, unexpected: [] };
    const stopping = new AbortController();
    const payers = Array.from({ length: PAYERS }, () =>
      payOnAndOn(world.borrowers, {
        random: seededRandom(random.between(0, 2 ** 30)),
        record,
        addresses: world.addresses,
        stopping: stopping.signal,
      }),
    );
    const acknowledged = () => record.attempts.filter(({ answers }) => answers.some(isReference)).length;
    const untilTheyPay = async (what: string, fail: () => Promise<void> = () => Promise.resolve()) => {
      const [before, startedAt] = [acknowledged(), performance.now()];
      await fail();
      const message = `No customer could pay after ${what}`;
      await until(async () => acknowledged() >= before + ENOUGH, PATIENCE_MS, message);
      return performance.now() - startedAt;
    };
    await untilTheyPay('the start');
    const usualMs = await untilTheyPay('the start');
    const report: string[] = [];
    for (const { what, fail, restore } of faults) {
      const ms = await untilTheyPay(what, fail);
      report.push(`${what}: ${ENOUGH} payments later after ${(ms / 1_000).toFixed(1)} s`);
      await restore();
      await until(async () => (await cluster.countStandbys()) === 2, 120_000, `No standbys after ${what}`);
      await untilTheyPay(`${what} was over`);
    }
    stopping.abort();
    await Promise.all(payers);
    await settleEverything(world);

    expect(record.unexpected).toEqual([]);
    expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
    await expectAcknowledgedPaymentsToStand(world, record.attempts);
    console.log(
      [
        '',
        `Without a fault: ${ENOUGH} payments take ${(usualMs / 1_000).toFixed(1)} s`,
        ...report,
        `${record.attempts.length} submissions, ${acknowledged()} acknowledged, ${record.unavailable} answers of 503`,
        '',
      ].join('\n  '),
    );
  },
);

interface Fault {
  readonly what: string;
  fail(): Promise<void>;
  /** Ends the fault; a process has been started again by then. */
  restore(): Promise<void>;
}

const faults: readonly Fault[] = [
  failureOf('a killed leader', async () => {
    const leader = await cluster.findLeader();
    if (!leader) throw new Error('There is no leader');
    await leader.patroni.kill();
    return () => leader.patroni.start();
  }),
  failureOf('a killed server', async () => {
    await world.servers[0].kill();
    return () => world.servers[0].start();
  }),
  failureOf('a killed worker', async () => {
    await secondWorker.kill();
    return () => secondWorker.start();
  }),
  {
    what: 'a killed HAProxy, started again after a second',
    async fail() {
      await cluster.proxy.kill();
      await sleep(RESTART_MS);
      cluster.proxy.start();
    },
    restore: () => Promise.resolve(),
  },
  failureOf('a network cut between the leader and its standbys', async () => {
    const leader = await cluster.findLeader();
    if (!leader) throw new Error('There is no leader');
    leader.replication.cut();
    return () => leader.replication.fix();
  }),
];

/** @param fail returns what ends the fault */
function failureOf(what: string, fail: () => Promise<() => void | Promise<void>>): Fault {
  let end: (() => void | Promise<void>) | undefined;
  return {
    what,
    async fail() {
      end = await fail();
    },
    async restore() {
      await end?.();
    },
  };
}
