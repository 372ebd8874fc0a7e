import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { compress, compressOnce } from './compress-once.ts';

test('a large answer is compressed when it changes, not for each request', async () => {
  let compressions = 0;
  let text = 'first '.repeat(1_000);
  const app = fastify();
  compressOnce(app, (changed) => {
    compressions += 1;
    return compress(changed);
  });
  app.get('/words', { config: { compressesOnce: true } }, () => text);
  const ask = async (encoding: string) => {
    const headers = { 'accept-encoding': encoding };
    const { rawPayload, headers: answered } = await app.inject({ method: 'GET', url: '/words', headers });
    const encoded = answered['content-encoding'];
    if (encoded === undefined) return rawPayload.toString();
    return (encoded === 'br' ? brotliDecompressSync(rawPayload) : gunzipSync(rawPayload)).toString();
  };
  for (const encoding of ['br', 'gzip, br', 'gzip', 'br', 'identity']) expect(await ask(encoding)).toBe(text);
  expect(compressions).toBe(1);
  text = 'second '.repeat(1_000);
  for (const encoding of ['gzip', 'br']) expect(await ask(encoding)).toBe(text);
  expect(compressions).toBe(2);
  await app.close();
});

test('a browser that has the newest answer is told so, and gets a changed one', async () => {
  let text = 'first '.repeat(1_000);
  const app = fastify();
  compressOnce(app);
  app.get('/words', { config: { compressesOnce: true } }, () => text);
  app.get('/private', () => text);
  const ask = (url: string, known?: string) => {
    const headers = { 'accept-encoding': 'br', ...(known && { 'if-none-match': known }) };
    return app.inject({ method: 'GET', url, headers });
  };
  const { headers } = await ask('/words');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
  const same = await ask('/words', headers.etag);
  expect([same.statusCode, same.rawPayload.length, same.headers.etag]).toEqual([304, 0, headers.etag]);
  text = 'second '.repeat(1_000);
  const changed = await ask('/words', headers.etag);
  expect([changed.statusCode, brotliDecompressSync(changed.rawPayload).toString()]).toEqual([200, text]);
  expect((await ask('/private', headers.etag)).headers.etag).toBeUndefined();
  await app.close();
});
