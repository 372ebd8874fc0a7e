import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabaseLine } from '#tests/support/database-line.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import {
  type NodePorts,
  type PatroniPlan,
  patroniSettings,
  poolerSettings,
  proxySettings,
} from './cluster-settings.ts';
import { assertInstalled, Daemon } from './daemon.ts';

const PACKAGES = 'patroni python3-etcd etcd-server haproxy pgbouncer postgresql';

const NAMES = ['node1', 'node2', 'node3'] as const;

export interface Node {
  readonly name: string;
  readonly patroni: Daemon;
  /** Between this node and the standbys that copy from it. Clients don't use it. */
  readonly replication: { cut(): void; fix(): void };
}

export interface Cluster {
  /** Through PgBouncer and HAProxy, for the product. */
  readonly url: string;
  /** Through HAProxy alone, for migrations and the test. */
  readonly ownerUrl: string;
  readonly proxy: Daemon;
  readonly nodes: readonly Node[];
  /** Where the programs log. */
  readonly folder: string;
  findLeader(): Promise<Node | undefined>;
  /** Returns how many standbys copy from the leader, one of them synchronously. */
  countStandbys(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Starts etcd, three PostgreSQL nodes under Patroni with synchronous replication, HAProxy, which follows the leader, and
 * PgBouncer, all on this machine.
 * @throws Error that says what to install
 */
export async function startCluster(): Promise<Cluster> {
  assertInstalled(['patroni', 'etcd', 'haproxy', 'pgbouncer'], PACKAGES);
  const postgres = await findServerPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'passbook-cluster-'));
  await chmod(folder, 0o755);
  const user = findUser();
  const parts: Daemon[] = [];
  const start = (daemon: Daemon) => {
    parts.push(daemon);
    daemon.start();
    return daemon;
  };
  const etcdPort = await findFreePort();
  start(await planEtcd(folder, etcdPort));
  const health = `http://127.0.0.1:${etcdPort}/health`;
  await until(() => isOk(health), 30_000, `etcd did not start; see ${folder}`);

  const nodes: (Node & NodePorts & { readonly line: Awaited<ReturnType<typeof openDatabaseLine>> })[] = [];
  for (const name of NAMES) {
    const ports = { port: await findFreePort(), restPort: await findFreePort() };
    const line = await openDatabaseLine(`postgres://127.0.0.1:${ports.port}/postgres`);
    const linePort = Number(new URL(line.url).port);
    const plan = { name, home: join(folder, name), etcdPort, linePort, postgres };
    const patroni = start(await planPatroni({ folder, user, ...plan, ...ports }));
    nodes.push({ name, patroni, line, replication: { cut: () => line.cut(), fix: () => line.fix() }, ...ports });
  }
  const proxyPort = await findFreePort();
  const proxy = start(await planProxy(folder, proxyPort, nodes));
  const poolerPort = await findFreePort();
  start(await planPooler(folder, poolerPort, proxyPort, user));

  const cluster = {
    url: `postgres://passbook@127.0.0.1:${poolerPort}/postgres`,
    ownerUrl: `postgres://passbook@127.0.0.1:${proxyPort}/postgres`,
    proxy,
    nodes,
    folder,
    async findLeader() {
      for (const node of nodes) if (await isOk(`http://127.0.0.1:${node.restPort}/primary`)) return node;
      return undefined;
    },
    async countStandbys() {
      const healthy = await Promise.all(nodes.map(({ restPort }) => isOk(`http://127.0.0.1:${restPort}/replica`)));
      const synchronous = await Promise.all(nodes.map(({ restPort }) => isOk(`http://127.0.0.1:${restPort}/sync`)));
      return synchronous.includes(true) ? healthy.filter(Boolean).length : 0;
    },
    async close() {
      for (const part of parts.toReversed()) await part.kill();
      for (const { line } of nodes) await line.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await until(async () => (await cluster.countStandbys()) === 2, 120_000, `The cluster did not start; see ${folder}`);
  } catch (error) {
    for (const part of parts.toReversed()) await part.kill();
    throw error;
  }
  return cluster;
}

/** @throws Error `otherwise` when it isn't so in time */
export async function until(isSo: () => Promise<boolean>, patienceMs: number, otherwise: string): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > patienceMs) throw new Error(otherwise);
    await sleep(50);
  }
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL and PgBouncer refuse to run as root; Debian's packages make this user. */
function findUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function findServerPrograms(): Promise<string> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error(`No PostgreSQL server. On Debian: apt-get install ${PACKAGES}`);
  if (Number(newest) < 16)
    throw new Error(`PostgreSQL ${newest} is too old; Debian 13 or later has one of 16 or later`);
  return `/usr/lib/postgresql/${newest}/bin`;
}

async function planEtcd(folder: string, port: number): Promise<Daemon> {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await findFreePort()}`];
  const options = [
    ['data-dir', join(folder, 'etcd')],
    ['listen-client-urls', client],
    ['advertise-client-urls', client],
    ['listen-peer-urls', peer],
    ['initial-advertise-peer-urls', peer],
    ['initial-cluster', `default=${peer}`],
  ];
  return new Daemon({
    command: ['etcd', ...options.map(([name, value]) => `--${name}=${value}`)],
    log: join(folder, 'etcd.log'),
  });
}

interface NodePlan extends PatroniPlan {
  readonly folder: string;
  readonly user: User | undefined;
}

async function planPatroni({ folder, user, ...plan }: NodePlan): Promise<Daemon> {
  const { name, home } = plan;
  await mkdir(home);
  const file = join(home, 'patroni.yml');
  // Every JSON text is YAML.
  await writeFile(file, JSON.stringify(patroniSettings(plan)));
  if (user) for (const path of [home, file]) await chown(path, user.uid, user.gid);
  return new Daemon({
    command: ['patroni', file],
    log: join(folder, `${name}.log`),
    childPidFile: join(home, 'data', 'postmaster.pid'),
    user,
  });
}

async function planProxy(folder: string, port: number, nodes: readonly (Node & NodePorts)[]): Promise<Daemon> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, proxySettings(port, nodes));
  return new Daemon({ command: ['haproxy', '-f', file], log: join(folder, 'haproxy.log') });
}

async function planPooler(folder: string, port: number, proxyPort: number, user: User | undefined): Promise<Daemon> {
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, poolerSettings(port, proxyPort));
  return new Daemon({
    command: ['pgbouncer', file],
    log: join(folder, 'pgbouncer.log'),
    user,
  });
}

async function isOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
