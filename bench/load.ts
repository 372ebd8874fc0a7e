import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Request {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends GET requests over keep-alive connections, one at a time on each, for the given duration.
 * Returns answers per second. Throws if an answer is not 200.
 */
export async function measureThroughput(
  url: string,
  requests: readonly Request[],
  options: { readonly connections: number; readonly seconds: number },
): Promise<number> {
  const { hostname, port } = new URL(url);
  const messages = requests.map((request) => Buffer.from(writeRequest(hostname, request)));
  const startedAt = performance.now();
  const until = startedAt + options.seconds * 1_000;
  const counts = await Promise.all(
    Array.from({ length: options.connections }, (_, index) =>
      runConnection(hostname, Number(port), messages, index, until),
    ),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return answers / ((performance.now() - startedAt) / 1_000);
}

/** Sends one request at a time on one connection. Returns each latency in milliseconds. */
export async function measureLatencies(url: string, requests: readonly Request[], times: number): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const answer = readAnswers(socket);
  const durations: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const request = requests[turn % requests.length];
    if (!request) throw new RangeError('No requests');
    const startedAt = performance.now();
    socket.write(writeRequest(hostname, request));
    await answer();
    durations.push(performance.now() - startedAt);
  }
  socket.destroy();
  return durations;
}

async function runConnection(
  hostname: string,
  port: number,
  messages: readonly Buffer[],
  index: number,
  until: number,
): Promise<number> {
  const socket = connect(port, hostname);
  await once(socket, 'connect');
  const answer = readAnswers(socket);
  let answers = 0;
  while (performance.now() < until) {
    const message = messages[(index + answers) % messages.length];
    if (!message) throw new RangeError('No requests');
    socket.write(message);
    await answer();
    answers += 1;
  }
  socket.destroy();
  return answers;
}

function writeRequest(host: string, { path, headers }: Request): string {
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Resolves with the next complete answer; all our answers have a content length. */
function readAnswers(socket: Socket): () => Promise<void> {
  let received = Buffer.alloc(0);
  let waiting: { resolve: () => void; reject: (error: Error) => void } | undefined;

  const deliver = () => {
    const end = received.indexOf('\r\n\r\n');
    if (end < 0 || !waiting) return;
    const head = received.toString('latin1', 0, end);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
      waiting.reject(new Error(`Unexpected answer:\n${received.toString('utf8', 0, 1_000)}`));
      return;
    }
    const size = end + 4 + Number(length);
    if (received.length < size) return;
    received = received.subarray(size);
    const { resolve } = waiting;
    waiting = undefined;
    resolve();
  };

  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    deliver();
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection')));
  return () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      deliver();
    });
}
