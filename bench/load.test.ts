import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { measureLatencies, measureThroughput } from './load.ts';

let server: Server;
let url: string;
const asked = new Map<string, number>();

beforeEach(async () => {
  asked.clear();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.set(path, (asked.get(path) ?? 0) + 1);
    const body = 'x'.repeat(100_000);
    response.writeHead(path === '/refused' ? 401 : 200, { 'content-length': body.length });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const requests = ['/a', '/b'].map((path) => ({ path, headers: {} }));

describe('measuring', () => {
  it('counts every answer once', async () => {
    const perSecond = await measureThroughput(url, requests, { connections: 4, seconds: 0.3 });
    const answered = [...asked.values()].reduce((sum, count) => sum + count, 0);
    expect(perSecond).toBeGreaterThan(answered / 2);
    expect(perSecond).toBeLessThan(answered / 0.29);
    expect([...asked.keys()].toSorted()).toEqual(['/a', '/b']);
  });

  it('measures requests one after another', async () => {
    expect(await measureLatencies(url, requests, 5)).toHaveLength(5);
    expect(Object.fromEntries(asked)).toEqual({ '/a': 3, '/b': 2 });
  });

  it('does not count refusals', async () => {
    const refused = [{ path: '/refused', headers: {} }];
    await expect(measureThroughput(url, refused, { connections: 1, seconds: 0.2 })).rejects.toThrow('401');
  });
});
