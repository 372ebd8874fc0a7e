import type { X509Certificate } from 'node:crypto';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Config } from '#server/platform/config.ts';
import { addressesOf } from '#server/platform/db/database-addresses.ts';
import { type Line, stateOfCertificate } from './connections.ts';

const ANSWERS_WITHIN_MS = 3_000;
const TLS_WANTED_BY_POSTGRES = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

type Ports = Readonly<Record<string, number>>;
const defaultPorts: Ports = { 'https:': 443, 'smtps:': 465, 'smtp:': 587, 'postgres:': 5432, 'postgresql:': 5432 };

type ServerAddresses = Pick<Config, 'databaseUrl' | 'hostUrl' | 'smtpUrl' | 'network'>;

/** The certificates that the servers we connect to show us, by the days they have left. */
export async function readServerCertificates(config: ServerAddresses, now: Temporal.Instant): Promise<Line[]> {
  const { databaseUrl, hostUrl, smtpUrl, network } = config;
  const databases = databaseUrl === null ? [] : addressesOf(databaseUrl);
  const servers = [
    ...databases.map((address, index) => ({
      name: databases.length === 1 ? 'Database server' : `Database server ${index + 1}`,
      address,
    })),
    { name: 'Core system, server', address: hostUrl },
    { name: 'Mail server', address: smtpUrl },
    { name: 'Card processor, server', address: network.cards?.url ?? null },
  ];
  return Promise.all(
    servers.flatMap(({ name, address }) => (address === null ? [] : [readServerCertificate(name, address, now)])),
  );
}

/** Unknown is not fine: what can't be read needs a look. */
export async function readServerCertificate(name: string, address: string, now: Temporal.Instant): Promise<Line> {
  if (!URL.canParse(address)) return { name, tone: 'warn', state: 'unknown: its address cannot be read' };
  const url = new URL(address);
  // A socket file needs no TLS.
  if (url.hostname === '' || url.searchParams.has('host'))
    return { name, tone: 'plain', state: 'a socket file, no TLS' };
  try {
    const seen = await withinTime((signal) => readCertificate(url, signal));
    return seen === 'withoutTls'
      ? { name, tone: 'plain', state: 'no TLS, so no certificate' }
      : { name, ...stateOfCertificate(seen, now) };
  } catch {
    return { name, tone: 'warn', state: 'unknown: it could not be asked for its certificate' };
  }
}

async function withinTime<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([ask(signal), late]);
}

async function readCertificate(url: URL, signal: AbortSignal): Promise<X509Certificate | 'withoutTls'> {
  const { protocol, searchParams } = url;
  const isPostgres = protocol.startsWith('postgres');
  // Without a mode, pg connects without TLS, whatever the server offers.
  if (protocol === 'http:' || (isPostgres && ['', 'disable'].includes(searchParams.get('sslmode') ?? ''))) {
    return 'withoutTls';
  }
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const socket = connectPlain({ host, port: Number(url.port) || (defaultPorts[protocol] ?? 443), signal });
  // An error rejects the answer that is waited for; one between two answers must not end the process.
  socket.on('error', () => undefined);
  try {
    const isReady =
      protocol === 'https:' || protocol === 'smtps:'
        ? true
        : protocol === 'smtp:'
          ? await beginTlsWithMailServer(socket)
          : await beginTlsWithPostgres(socket);
    return isReady ? await shownCertificate(socket, host) : 'withoutTls';
  } finally {
    socket.destroy();
  }
}

async function beginTlsWithPostgres(socket: Socket): Promise<boolean> {
  socket.write(TLS_WANTED_BY_POSTGRES);
  return (await nextAnswer(socket)).startsWith('S');
}

async function beginTlsWithMailServer(socket: Socket): Promise<boolean> {
  await wholeReply(socket);
  socket.write('EHLO localhost\r\n');
  if (!/STARTTLS/i.test(await wholeReply(socket))) return false;
  socket.write('STARTTLS\r\n');
  return (await wholeReply(socket)).startsWith('220');
}

/** A reply may come in parts; its last line has a space after the code (RFC 5321, 4.2.1). */
async function wholeReply(socket: Socket): Promise<string> {
  let reply = '';
  while (!/^\d{3} .*\r?\n$/m.test(reply)) reply += await nextAnswer(socket);
  return reply;
}

function nextAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('The server closed the connection'));
    socket.once('data', (data: Buffer) => {
      socket.off('close', end);
      socket.pause();
      resolve(data.toString('latin1'));
    });
    socket.once('close', end);
    socket.resume();
  });
}

/** Also of a certificate that we would not trust: connecting says that elsewhere. */
function shownCertificate(socket: Socket, host: string): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const isName = !/^[\d.]+$|:/.test(host);
    const secured: TLSSocket = connectTls({
      socket,
      rejectUnauthorized: false,
      ...(isName ? { servername: host } : {}),
    });
    secured.once('secureConnect', () => {
      const certificate = secured.getPeerX509Certificate();
      secured.destroy();
      if (certificate) resolve(certificate);
      else reject(new Error('The server showed no certificate'));
    });
    secured.on('error', reject);
  });
}
