import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSmtpMailer } from './mailer.ts';

let silent: Server;
const sockets = new Set<Socket>();

beforeEach(async () => {
  silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});

afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  silent.close();
  await once(silent, 'close');
});

test.each([
  ['', 10],
  ['/?connectionTimeout=5000', 5],
] as const)('a mail server at …%s that never greets is given up after %i seconds', async (end, seconds) => {
  const { port } = silent.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}${end}`, 'service@harbor.example', false);
  const failures: unknown[] = [];
  const sent = mailer
    .send({ occasion: 'code-1', recipient: 'li@example.com', subject: 'Code', body: '123456', html: '' })
    .catch((error: unknown) => failures.push(error));
  while (sockets.size === 0) await turn();
  for (let left = 20; left > 0; left -= 1) await turn();
  let waited = 0;
  while (failures.length === 0 && waited < 40) {
    vi.advanceTimersByTime(1_000);
    waited += 1;
    for (let left = 20; left > 0; left -= 1) await turn();
  }
  expect(waited).toBe(seconds);
  expect(failures[0]).toMatchObject({ message: expect.stringMatching(/greeting never received|timeout/i) });
  await sent;
});
