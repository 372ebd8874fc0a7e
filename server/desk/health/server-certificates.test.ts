import { type AddressInfo, createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '#tests/builders/certificate.ts';
import { readServerCertificate, readServerCertificates } from './server-certificates.ts';

const now = Temporal.Instant.from('2026-11-21T12:00:00Z');
let shown: { readonly key: string; readonly cert: string };
const servers: { close(done?: () => void): unknown }[] = [];

beforeAll(async () => {
  const { certificate, key } = await makeCertificate('localhost', '2026-12-01');
  shown = { key, cert: certificate };
});

afterAll(() => {
  for (const server of servers) server.close();
});

async function portOf(server: Pick<Server, 'listen' | 'address' | 'close'>): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Answers a PostgreSQL client's first packet, and goes on with TLS if it said yes. */
function postgres(answer: 'S' | 'N'): Server {
  return createPlainServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (packet: Buffer) => {
      if (packet.readInt32BE(4) !== 80_877_103) return socket.destroy();
      socket.write(answer);
      if (answer === 'S') new TLSSocket(socket, { isServer: true, ...shown }).on('error', () => undefined);
      return undefined;
    });
  });
}

function mailServer(hasTls: boolean): SMTPServer {
  return new SMTPServer({ ...(hasTls ? shown : { disabledCommands: ['STARTTLS'] }), authOptional: true });
}

async function mailPort(server: SMTPServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.server.address() as AddressInfo).port;
}

const expires = { name: 'Server', tone: 'warn', state: 'expires in 10 days' };
const withoutTls = { name: 'Server', tone: 'plain', state: 'no TLS, so no certificate' };
const unknown = { name: 'Server', tone: 'warn', state: 'unknown: it could not be asked for its certificate' };

describe('the certificate of a server', () => {
  it('is read where TLS comes first', async () => {
    const port = await portOf(createTlsServer(shown, (socket) => socket.on('error', () => undefined)));
    for (const scheme of ['https', 'smtps']) {
      expect(await readServerCertificate('Server', `${scheme}://127.0.0.1:${port}/`, now)).toEqual(expires);
    }
    const late = Temporal.Instant.from('2026-12-02T00:00:00Z');
    expect(await readServerCertificate('Server', `https://localhost:${port}`, late)).toEqual({
      name: 'Server',
      tone: 'bad',
      state: 'has expired',
    });
  });

  it('is read from a mail server that changes to TLS, and one that does not has none', async () => {
    const secured = await mailPort(mailServer(true));
    expect(await readServerCertificate('Server', `smtp://user:secret@localhost:${secured}`, now)).toEqual(expires);
    const plain = await mailPort(mailServer(false));
    expect(await readServerCertificate('Server', `smtp://localhost:${plain}`, now)).toEqual(withoutTls);
  });

  it('is read from a database where we use TLS', async () => {
    const port = await portOf(postgres('S'));
    const address = (mode: string) => `postgresql://me:secret@localhost:${port}/passbook${mode}`;
    expect(await readServerCertificate('Server', address('?sslmode=verify-full'), now)).toEqual(expires);
    for (const mode of ['', '?sslmode=disable']) {
      expect(await readServerCertificate('Server', address(mode), now)).toEqual(withoutTls);
    }
    const refusing = await portOf(postgres('N'));
    const refused = `postgresql://me@localhost:${refusing}/passbook?sslmode=require`;
    expect(await readServerCertificate('Server', refused, now)).toEqual(withoutTls);
  });

  it('is unknown, not fine, where nothing answers, something else does, or nothing is said in time', async () => {
    expect(await readServerCertificate('Server', 'https://127.0.0.1:9', now)).toEqual(unknown);
    const chatty = await portOf(createPlainServer((socket) => socket.on('error', () => undefined).end('hello')));
    expect(await readServerCertificate('Server', `https://127.0.0.1:${chatty}`, now)).toEqual(unknown);
    const silent = await portOf(createPlainServer((socket) => socket.on('error', () => undefined)));
    expect(await readServerCertificate('Server', `smtp://127.0.0.1:${silent}`, now)).toEqual(unknown);
    expect((await readServerCertificate('Server', 'not an address', now)).tone).toBe('warn');
  });

  it('is asked of every host of the database, and of no server that is not set up', async () => {
    const port = await portOf(postgres('S'));
    const network = { cards: null } as Parameters<typeof readServerCertificates>[0]['network'];
    const nothing = { databaseUrl: null, hostUrl: null, smtpUrl: null, network };
    expect(await readServerCertificates(nothing, now)).toEqual([]);
    const databaseUrl = `postgres://me@localhost:${port},localhost:${port}/passbook?sslmode=require`;
    expect(await readServerCertificates({ ...nothing, databaseUrl }, now)).toEqual([
      { ...expires, name: 'Database server 1' },
      { ...expires, name: 'Database server 2' },
    ]);
    const socketFile = 'postgres:///passbook?host=/var/run/postgresql';
    expect(await readServerCertificates({ ...nothing, databaseUrl: socketFile }, now)).toEqual([
      { name: 'Database server', tone: 'plain', state: 'a socket file, no TLS' },
    ]);
  });
});
