import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { makeCertificate } from '#tests/builders/certificate.ts';
import { makeLiveDatabase } from './demonstration-copy.ts';
import { findFreePort } from './free-port.ts';
import { RestartableProcess } from './restartable-process.ts';

/** The systems of an institution: database, mail server, card processor, and proxy, all with TLS. */
export interface LiveSurroundings {
  readonly folder: string;
  /** Of a server in production mode; without the institution's folder. */
  readonly environment: Readonly<Record<string, string>>;
  /** The address customers use. */
  readonly publicUrl: string;
  /** Raw emails, the oldest first. */
  readonly mails: readonly string[];
  /** Makes another empty database, for a restored copy. */
  makeDatabase(): Promise<string>;
  close(): Promise<void>;
}

const host = '127.0.0.1';

export async function startLiveSurroundings(): Promise<LiveSurroundings> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-live-'));
  const pem = await makeCertificate(host);
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(certificateFile, pem.certificate), writeFile(keyFile, pem.key)]);
  const mail = await startMailServer(pem);
  const port = await findFreePort();
  const proxy = await startProxy(pem, port);
  const processorKey = randomBytes(24).toString('hex');
  const processorPort = await findFreePort();
  const processor = new RestartableProcess({
    name: 'processor',
    script: 'docs/processor-template/processor.mjs',
    environment: {
      PORT: String(processorPort),
      PROCESSOR_KEY: processorKey,
      PROCESSOR_TLS_CERTIFICATE: certificateFile,
      PROCESSOR_TLS_KEY: keyFile,
    },
    readyWhen: /Processor at port/,
  });
  await processor.start();
  const databases: Awaited<ReturnType<typeof makeLiveDatabase>>[] = [];
  const makeDatabase = async () => {
    const database = await makeLiveDatabase();
    databases.push(database);
    return database.url;
  };
  return {
    folder,
    publicUrl: proxy.url,
    mails: mail.mails,
    environment: {
      PASSBOOK_MODE: 'production',
      PASSBOOK_BIND: host,
      PORT: String(port),
      DATABASE_URL: await makeDatabase(),
      PASSBOOK_DATA: join(folder, 'data'),
      PASSBOOK_FIELD_KEY: randomBytes(32).toString('base64'),
      PASSBOOK_PUBLIC_URL: proxy.url,
      PASSBOOK_TRUSTED_PROXY: host,
      PASSBOOK_SMTP_URL: mail.url,
      PASSBOOK_MAIL_FROM: 'Granite Credit <service@granite.example>',
      PASSBOOK_CARD_PROCESSOR_URL: `https://${host}:${processorPort}`,
      PASSBOOK_CARD_PROCESSOR_KEY: processorKey,
      PASSBOOK_CARD_PROCESSOR_AUTHORITY: certificateFile,
      PASSBOOK_CLAMD: 'none',
      PASSBOOK_WITHOUT_TLS: 'database',
      // As if our certificate were one of a public authority.
      NODE_EXTRA_CA_CERTS: certificateFile,
    },
    makeDatabase,
    async close() {
      await Promise.all([processor.stop(), proxy.close(), mail.close()]);
      for (const database of databases) await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Pem {
  readonly certificate: string;
  readonly key: string;
}

async function startMailServer({ certificate, key }: Pem) {
  const mails: string[] = [];
  const server = new SMTPServer({
    secure: true,
    cert: certificate,
    key,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'portal' && password === 'letters') done(null, { user: username });
      else done(new Error('Wrong user or password'));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtps://portal:letters@${host}:${port}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Ends TLS and passes requests on, as docs/production/nginx.conf does. */
async function startProxy({ certificate, key }: Pem, port: number) {
  const sockets = new Set<Socket>();
  const server = createServer({ cert: certificate, key }, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
    };
    const onward = request({ host, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    url: `https://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
