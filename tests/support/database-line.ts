import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy between the product's processes and their database that can be disrupted. */
export interface DatabaseLine {
  /** The database's address through this proxy. */
  readonly url: string;
  /** Stops passing data in both directions but closes no connection. */
  hang(): void;
  /** Delivers what was held back. */
  resume(): void;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  fix(): void;
  close(): Promise<void>;
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hanging = false;
  let isCut = false;
  const server = createServer({ pauseOnConnect: true }, (near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect({ host: target.hostname, port: Number(target.port) });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk) => other.write(chunk));
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (hanging) socket.pause();
      else socket.resume();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The system assigned no port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.toString(),
    hang() {
      hanging = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      hanging = false;
      for (const socket of sockets) socket.resume();
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    fix() {
      isCut = false;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
