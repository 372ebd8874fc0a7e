import { describe, expect, test } from 'vitest';
import { HostUnavailable } from '#server/host/host-errors.ts';
import type { Host } from '#server/host/host.ts';
import { at, hostKey, OWNER, stranger, startBothHosts } from '#tests/builders/both-hosts.ts';
import { createHttpHost } from './http-host.ts';
import { serveHost } from './serve-host.ts';
import { signatureHeaders, signRequest } from './signature.ts';

const scene = startBothHosts();

describe('a request to a host over HTTP', () => {
  const path = '/v1/findCustomer';
  const body = JSON.stringify({ customerId: OWNER });

  function send(changes: Partial<Parameters<typeof signRequest>[1]> = {}, signWith = hostKey, sent = body) {
    const signed = { method: 'POST', path, body, time: Date.now(), nonce: crypto.randomUUID(), ...changes };
    const headers = {
      'content-type': 'application/json',
      [signatureHeaders.time]: String(signed.time),
      [signatureHeaders.nonce]: signed.nonce,
      [signatureHeaders.signature]: signRequest(signWith, signed),
    };
    return fetch(new URL(path, scene.server.url), { method: 'POST', headers, body: sent });
  }

  test('is answered once and refused when replayed', async () => {
    const fixed = { time: Date.now(), nonce: crypto.randomUUID() };
    expect((await send(fixed)).status).toBe(200);
    const again = await send(fixed);
    expect(again.status).toBe(401);
    expect(await again.json()).toEqual({ problem: 'replayed' });
  });

  test.each([
    ['another body', () => send({}, hostKey, JSON.stringify({ customerId: stranger })), 'wrong'],
    ['another path', () => send({ path: '/v1/findContacts' }), 'wrong'],
    ['another key', () => send({}, new Uint8Array(32).fill(8)), 'wrong'],
    ['an old time', () => send({ time: Date.now() - 61_000 }), 'outsideWindow'],
    ['a time to come', () => send({ time: Date.now() + 61_000 }), 'outsideWindow'],
  ])('with the signature of %s is refused', async (_what, request, problem) => {
    const answer = await request();
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ problem });
  });

  test('with invalid input is refused', async () => {
    const wrong = JSON.stringify({ customerId: 5 });
    expect((await send({ body: wrong }, hostKey, wrong)).status).toBe(400);
  });

  test('reports that the host is unreachable', async () => {
    const host = createHttpHost({ url: 'http://127.0.0.1:9', key: hostKey, timeoutMs: 1_000 });
    const failed = await host.findCustomer(OWNER).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(HostUnavailable);
    expect(failed).toMatchObject({ why: 'unreachable' });
  });

  test('is not retried after a timeout, but is retried after a failure if repeatable', async () => {
    let calls = 0;
    const [pause, fail] = [new Promise<never>(() => undefined), () => Promise.reject(new Error('simulated failure'))];
    const behaving = (act: () => Promise<never>): Partial<Host> => ({
      findCustomer: () => ((calls += 1), act()),
      takeApplicationNotice: () => ((calls += 1), act()),
    });
    const { log, host } = scene.app.services;
    for (const [act, name, why, expected] of [
      [() => pause, 'findCustomer', 'late', 1],
      [fail, 'findCustomer', 'failed', 2],
      [fail, 'takeApplicationNotice', 'failed', 1],
    ] as const) {
      const other = await serveHost(
        { ...host, ...behaving(act) },
        { key: hostKey, port: 0, bindAddress: '127.0.0.1', log },
      );
      const client = createHttpHost({ url: other.url, key: hostKey, timeoutMs: 500 });
      calls = 0;
      const asked = name === 'findCustomer' ? client.findCustomer(OWNER) : client.takeApplicationNotice(OWNER, at);
      expect(await asked.catch((error: unknown) => error)).toMatchObject({ why });
      expect(calls).toBe(expected);
      await other.close();
    }
  });
});
