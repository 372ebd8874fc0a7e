import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#demo/books/seeded-random.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { RestartableProcess } from '#tests/support/restartable-process.ts';
import { hasNginx, type SampleProxy, startSampleProxy } from '#tests/support/sample-proxy.ts';
import { type PayerRecord, payOnAndOn } from './payer.ts';
import { findDifferences } from './reconcile.ts';
import { expectAcknowledgedPaymentsToStand, isReference, settleEverything } from './settle.ts';
import { startWorld, type World } from './world.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const ROUNDS = 4;
const PAYERS = 4;
const READERS = 4;
const LOANS = 80;

let world: World;
let proxy: SampleProxy;
let servers: readonly RestartableProcess[];
const formerAuthorities = getCACertificates('default');

beforeAll(async () => {
  if (!hasNginx) return;
  world = await startWorld(LOANS);
  const ports = [await findFreePort(), await findFreePort()] as const;
  const desks = [await findFreePort(), await findFreePort()] as const;
  proxy = await startSampleProxy(ports, desks);
  servers = ports.map(
    (port, index) =>
      new RestartableProcess({
        name: `server ${index + 1} behind nginx`,
        script: 'dist/server/main.js',
        environment: {
          ...world.environment,
          PORT: String(port),
          PASSBOOK_TRUSTED_PROXY: '127.0.0.1',
          PASSBOOK_DESK: 'on',
          PASSBOOK_DESK_PORT: String(desks[index]),
          PASSBOOK_DESK_BIND: '127.0.0.1',
          PASSBOOK_DESK_URL: proxy.deskUrl,
        },
        readyWhen: /"msg":"serving"/,
      }),
  );
  for (const server of servers) await server.start();
  setDefaultCACertificates([...formerAuthorities, proxy.certificate]);
});

afterAll(async () => {
  if (!hasNginx) return;
  setDefaultCACertificates(formerAuthorities);
  await Promise.all(servers.map((server) => server.kill()));
  await proxy.close();
  await world.end();
});

test.skipIf(!hasNginx)(
  `behind the documented proxy, no request fails while servers restart one after the other (seed ${seed})`,
  { timeout: 300_000 },
  async () => {
    const random = seededRandom(seed);
    const record: PayerRecord = { attempts: [], cut: 0, lost: 0, unavailable: 0, unexpected: [] };
    const stopping = new AbortController();
    const statuses: Record<string, number> = {};
    const readers = Array.from({ length: READERS }, async (_, index) => {
      const address = index % 2 === 0 ? `${proxy.url}/healthz` : `${proxy.deskUrl}/api/desk/session`;
      while (!stopping.signal.aborted) {
        const status = await fetch(address).then(
          async (response) => {
            await response.arrayBuffer();
            return String(response.status);
          },
          (error: unknown) => String(error),
        );
        const kind = `${index % 2 === 0 ? 'portal' : 'desk'} ${status}`;
        statuses[kind] = (statuses[kind] ?? 0) + 1;
        await sleep(20);
      }
    });
    const payers = Array.from({ length: PAYERS }, () =>
      payOnAndOn(world.borrowers, {
        random: seededRandom(random.between(0, 2 ** 30)),
        record,
        addresses: [proxy.url],
        stopping: stopping.signal,
      }),
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of servers) {
        await sleep(300);
        expect(await server.stop()).toBe(0);
        await server.start();
      }
    }
    stopping.abort();
    await Promise.all([...payers, ...readers]);
    console.log(JSON.stringify({ statuses, ...record, attempts: record.attempts.length }));
    await settleEverything(world);

    expect(statuses).toEqual({ 'portal 200': expect.any(Number), 'desk 403': expect.any(Number) });
    expect(record).toMatchObject({ lost: 0, unavailable: 0, unexpected: [] });
    expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
    await expectAcknowledgedPaymentsToStand(world, record.attempts);
    expect(record.attempts.filter(({ answers }) => answers.some(isReference)).length).toBeGreaterThan(20);
  },
);
