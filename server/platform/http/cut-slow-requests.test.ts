import { connect, type AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutSlowRequests } from './cut-slow-requests.ts';

const WITHIN_MS = 200;

let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  cutSlowRequests(app, WITHIN_MS);
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) =>
    payload.resume().on('end', () => done(null)),
  );
  app.post('/usual', async () => 'done');
  app.post('/upload', { config: { arrivesSlowly: true } }, async () => 'done');
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(() => app.close());

/** Sends the headers and half of the body, then waits before the rest. */
function sendSlowly(path: string, afterMs: number, type = 'text/plain'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
      socket.end();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n\r\nab`);
    setTimeout(() => socket.write('cd'), afterMs).unref();
  });
}

describe('a slow body', () => {
  it('closes its connection', async () => {
    expect(await sendSlowly('/usual', 5 * WITHIN_MS)).toBe('');
  });

  it('is allowed for uploads', async () => {
    expect(await sendSlowly('/upload', 3 * WITHIN_MS, 'multipart/form-data; boundary=x')).toContain('200 OK');
  });

  it('closes its connection there too if it is not a file', async () => {
    expect(await sendSlowly('/upload', 5 * WITHIN_MS)).toBe('');
  });

  it('has no effect on a fast request', async () => {
    expect(await sendSlowly('/usual', 10)).toContain('200 OK');
  });
});
