import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '#tests/support/free-port.ts';
import { hasNginx, type SampleProxy, startSampleProxy } from '#tests/support/sample-proxy.ts';

/** Requests that servers have seen, as `POST /path`. */
const seen: string[] = [];
const servers: Server[] = [];
const formerAuthorities = getCACertificates('default');
let proxy: SampleProxy;

const answering = () => serve((end) => end());
/** Takes a request and dies before it answers. */
const dying = () => serve((_end, die) => die());

beforeAll(async () => {
  if (!hasNginx) return;
  proxy = await startSampleProxy([await dying(), await answering()], [await findFreePort(), await answering()]);
  setDefaultCACertificates([...formerAuthorities, proxy.certificate]);
});

afterAll(async () => {
  if (!hasNginx) return;
  setDefaultCACertificates(formerAuthorities);
  await proxy.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe.skipIf(!hasNginx)('the sample of nginx', () => {
  it('sends a posted request to one server only, even if that one dies', async () => {
    const statuses = await send('POST', `${proxy.url}/api/PaymentImmediate/SubmitCard`);
    expect(seen).toHaveLength(statuses.length);
    expect(new Set(statuses)).toEqual(new Set([200, 502]));
  });

  it('sends an uploaded file to one server only', async () => {
    const statuses = await send('POST', `${proxy.url}/api/file/UploadByCustomerID`);
    expect(seen).toHaveLength(statuses.length);
  });

  it('asks the other server if the first one dies before it answers', async () => {
    expect(new Set(await send('GET', `${proxy.url}/api/MaintenanceMode`))).toEqual(new Set([200]));
  });

  it('posts to the other server, once, while one is stopped', async () => {
    const statuses = await send('POST', `${proxy.deskUrl}/api/desk/payments/refund`);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(seen).toHaveLength(statuses.length);
  });

  it('hides metrics and readiness from customers', async () => {
    for (const path of ['metrics', 'readyz']) expect((await fetch(`${proxy.url}/${path}`)).status).toBe(404);
  });
});

async function send(method: 'GET' | 'POST', address: string): Promise<number[]> {
  seen.length = 0;
  const statuses: number[] = [];
  for (let sent = 0; sent < 12; sent += 1) {
    const response = await fetch(address, method === 'POST' ? { method, body: '{}' } : {});
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

async function serve(answer: (end: () => void, die: () => void) => void): Promise<number> {
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume().once('end', () =>
      answer(
        () => response.end('{}'),
        () => request.socket.destroy(),
      ),
    );
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
