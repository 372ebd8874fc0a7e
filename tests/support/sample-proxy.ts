import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from '#tests/builders/certificate.ts';
import { findFreePort } from './free-port.ts';

const host = '127.0.0.1';
const nginx = process.getuid?.() === 0 ? ['nginx', '-g', 'user root;'] : ['nginx'];

/** npm doesn't install nginx, so tests with it are skipped where it is missing. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

export interface SampleProxy {
  readonly url: string;
  readonly deskUrl: string;
  /** For `tls.setDefaultCACertificates`. */
  readonly certificate: string;
  close(): Promise<void>;
}

type Ports = readonly [number, number];

/** Runs nginx with docs/production/nginx.conf for two servers. */
export async function startSampleProxy(servers: Ports, desks: Ports): Promise<SampleProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-nginx-'));
  const pem = await makeCertificate(host);
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const [plainPort, port, deskPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  let sample = await readFile('docs/production/nginx.conf', 'utf8');
  const put = (from: string, to: string) => {
    if (!sample.includes(from)) throw new Error(`docs/production/nginx.conf has no "${from}"`);
    sample = sample.replaceAll(from, to);
  };
  // What an operator switches on.
  sample = sample
    .replaceAll(/^# (?=server \{|[}]|upstream | {4})/gm, '')
    .replaceAll(/^#$/gm, '')
    .replaceAll(/^( *)# (?=server 10\.)/gm, '$1');
  put('127.0.0.1:8080', `${host}:${servers[0]}`);
  put('10.0.0.12:8080', `${host}:${servers[1]}`);
  put('127.0.0.1:8081', `${host}:${desks[0]}`);
  put('10.0.0.12:8081', `${host}:${desks[1]}`);
  put('listen 80;', `listen ${host}:${plainPort};`);
  put('listen 443 ', `listen ${host}:${port} `);
  put('listen 10.0.0.10:443 ', `listen ${host}:${deskPort} `);
  sample = sample.replaceAll(/listen \[::\].*/g, '');
  for (const name of ['fullchain', 'desk-fullchain']) put(`/etc/ssl/passbook/${name}.pem`, certificate);
  for (const name of ['privkey', 'desk-privkey']) put(`/etc/ssl/passbook/${name}.pem`, key);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp;`,
  );
  await mkdir(join(folder, 'temp'));
  const main = join(folder, 'main.conf');
  await Promise.all([
    writeFile(certificate, pem.certificate),
    writeFile(key, pem.key),
    writeFile(join(folder, 'sample.conf'), sample),
    writeFile(
      main,
      `daemon off;
       pid ${folder}/pid;
       error_log stderr warn;
       events {}
       http { ${folders.join('\n')} include ${folder}/sample.conf; }`,
    ),
  ]);
  const [program = '', ...options] = nginx;
  const child = spawn(program, [...options, '-p', folder, '-c', main, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk));
  await untilItListens(port, child, output);
  return {
    url: `https://${host}:${port}`,
    deskUrl: `https://${host}:${deskPort}`,
    certificate: pem.certificate,
    async close() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItListens(port: number, child: ChildProcess, output: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 200 && child.exitCode === null; tries += 1) {
    const socket = connect(port, host);
    const listens = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (listens) return;
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`nginx did not start:\n${output.join('')}`);
}
