import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createClamdScanner } from './clamd-scanner.ts';

/** The command clamd received, and the content from its chunks. */
interface Heard {
  readonly command: string;
  readonly content: Buffer;
}

let server: Server | undefined;
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
});

/** A minimal clamd that reads the whole stream before it answers. */
async function startClamd(
  answer: string | null | ((heard: Heard) => string),
  place: number | string = 0,
): Promise<string> {
  server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data]);
      const heard = readStream(received);
      if (heard && answer !== null) socket.end(typeof answer === 'string' ? answer : answer(heard));
    });
  });
  await new Promise<void>((resolve) => server?.listen(place, () => resolve()));
  if (typeof place === 'string') return place;
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns undefined until the empty chunk has arrived. */
function readStream(received: Buffer): Heard | undefined {
  const commandEnd = received.indexOf(0);
  if (commandEnd < 0) return undefined;
  const chunks: Buffer[] = [];
  for (let at = commandEnd + 1; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at);
    if (length === 0) return { command: received.toString('latin1', 0, commandEnd), content: Buffer.concat(chunks) };
    chunks.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}

const scan = (address: string, content: string | Uint8Array, timeoutMs = 2_000) =>
  createClamdScanner(address, { timeoutMs }).scan(Buffer.from(content));

describe('clamd', () => {
  it("sends the whole file in clamd's protocol and returns its answer", async () => {
    const content = Buffer.alloc(300_000, 'abc');
    let heard: Heard | undefined;
    const address = await startClamd((all) => {
      heard = all;
      return 'stream: OK\0';
    });
    expect(await scan(address, content)).toBe('clean');
    expect(heard?.command).toBe('zINSTREAM');
    expect(heard?.content.equals(content)).toBe(true);
  });

  it('names the virus it found', async () => {
    const address = await startClamd('stream: Win.Test.EICAR_HDB-1 FOUND\0');
    expect(await scan(address, 'EICAR')).toBe('infected');
  });

  it('can be reached by a socket', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'passbook-clamd-'));
    const address = await startClamd('stream: OK\0', path.join(folder, 'clamd.ctl'));
    expect(await scan(address, 'x')).toBe('clean');
    await rm(folder, { recursive: true });
  });

  it.each([
    ['says that the file is too large', 'INSTREAM size limit exceeded. ERROR\0'],
    ['says something else', 'UNKNOWN COMMAND\0'],
    ['says a file is fine, but not ours', 'other: OK\0'],
    ['closes without an answer', ''],
    ['closes in the middle of its answer', 'stream: O'],
    ['answers without end', 'x'.repeat(5_000)],
  ])('fails if clamd %s', async (_what, answer) => {
    const address = await startClamd(answer);
    await expect(scan(address, 'x')).rejects.toThrow(/clamd/);
  });

  it("fails if clamd doesn't answer in time", async () => {
    const address = await startClamd(null);
    await expect(scan(address, 'x', 100)).rejects.toThrow('clamd did not answer in time');
  });

  it("fails if clamd isn't running", async () => {
    const address = await startClamd('stream: OK\0');
    await new Promise<void>((resolve) => server?.close(() => resolve()));
    server = undefined;
    await expect(scan(address, 'x')).rejects.toThrow('clamd could not be reached');
  });
});
