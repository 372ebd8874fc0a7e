import { connect, type Socket } from 'node:net';
import type { VirusScanner } from './virus-scanner.ts';

/** Well below clamd's chunk limit. */
const CHUNK_BYTES = 64 * 1024;

/** A real answer is one line. */
const LONGEST_ANSWER = 4_096;

/**
 * Speaks clamd's protocol: `zINSTREAM`, length-prefixed chunks, an empty chunk, then a one-line answer.
 * @param address `host:port`, or the path of its socket
 */
export function createClamdScanner(address: string, { timeoutMs }: { readonly timeoutMs: number }): VirusScanner {
  return {
    async scan(content) {
      const answer = await ask(address, content, timeoutMs);
      if (answer === 'stream: OK') return 'clean';
      if (/^stream: .+ FOUND$/.test(answer)) return 'infected';
      throw new Error(`clamd did not scan the file: ${answer}`);
    },
  };
}

function ask(address: string, content: Uint8Array, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(address);
    let answer = '';
    const finish = (outcome: () => void) => {
      clearTimeout(timer);
      socket.destroy();
      outcome();
    };
    const timer = setTimeout(() => finish(() => reject(new Error('clamd did not answer in time'))), timeoutMs);
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += String(text);
      const end = answer.indexOf('\0');
      if (end >= 0) finish(() => resolve(answer.slice(0, end)));
      else if (answer.length > LONGEST_ANSWER) finish(() => reject(new Error('clamd sent too long an answer')));
    });
    socket.on('error', (error) => finish(() => reject(new Error('clamd could not be reached', { cause: error }))));
    socket.on('close', () => finish(() => reject(new Error('clamd closed the connection without an answer'))));
    socket.on('connect', () => send(socket, content));
  });
}

function openSocket(address: string): Socket {
  const [, host, port] = /^([^/]+):(\d+)$/.exec(address) ?? [];
  return host === undefined ? connect(address) : connect(Number(port), host);
}

function send(socket: Socket, content: Uint8Array): void {
  socket.write('zINSTREAM\0');
  for (let start = 0; start < content.length; start += CHUNK_BYTES) {
    const chunk = content.subarray(start, start + CHUNK_BYTES);
    socket.write(lengthOf(chunk.length));
    socket.write(chunk);
  }
  socket.write(lengthOf(0));
}

function lengthOf(bytes: number): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
