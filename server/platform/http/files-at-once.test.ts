import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const ACCOUNT = '101-007730-5';
const REQUESTS = 40;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

describe('a program that requests many documents at once', () => {
  it('gets some, then a refusal; a later request works', async () => {
    const { headers, call } = await testApp.signIn('margaret.okafor');
    const download = async () => {
      const payload = { AccountNumber: ACCOUNT, DaysOfHistory: 30, DownloadType: 1 };
      const token = await call({ method: 'POST', url: '/api/AccountHistory/RetrieveDownloadToken', payload });
      return `/api/AccountHistory/DownloadAccountHistory?token=${token.body}`;
    };
    const addresses: string[] = [];
    for (let made = 0; made <= REQUESTS; made += 1) addresses.push(await download());
    const [last = '', ...first] = addresses;
    const ask = (url: string) => testApp.app.inject({ url, headers: { cookie: headers.cookie } });
    const statuses = (await Promise.all(first.map(ask))).map(({ statusCode }) => statusCode);
    const made = statuses.filter((status) => status === 200).length;
    expect(made).toBeGreaterThanOrEqual(22);
    expect(made).toBeLessThan(REQUESTS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(REQUESTS - made);
    expect((await ask(last)).statusCode).toBe(200);
  });
});

describe('the start-up configuration', () => {
  it.each(['br', 'gzip', ''])('arrives complete with the encoding "%s"', async (encoding) => {
    const plain = await testApp.app.inject({ url: '/api/setup/ApplicationOptions' });
    const headers = encoding ? { 'accept-encoding': encoding } : {};
    const answer = await testApp.app.inject({ url: '/api/setup/ApplicationOptions', headers });
    expect(answer.headers['content-encoding'] ?? '').toBe(encoding);
    const body = new Response(answer.rawPayload);
    const stream = encoding
      ? body.body?.pipeThrough(new DecompressionStream(encoding === 'br' ? 'brotli' : 'gzip'))
      : body.body;
    expect(await new Response(stream).json()).toEqual(plain.json());
    const { shared } = plain.json().gassySettings;
    expect(shared).not.toHaveProperty(['messageOptions.sendTo']);
    expect(shared).not.toHaveProperty(['requestChangeOptions.sendTo']);
  });
});
