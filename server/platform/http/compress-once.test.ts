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
