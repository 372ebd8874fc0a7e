import { expect, it, vi } from 'vitest';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { submissions } from './desk-client.ts';

const note = { body: { customerId: '400102', text: 'Called about the payoff' } };

/** Presses the button of one dialog once for each answer, and returns the key of each request. */
async function pressOnceForEach(answers: readonly (() => Promise<Response>)[]): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation((_address, options) => {
    keys.push(new Headers(options?.headers).get(IDEMPOTENCY_HEADER));
    return (answers[keys.length - 1] ?? answer(200))();
  });
  const send = submissions();
  for (const _ of answers) await send('POST /api/desk/customer/note', note).catch(() => undefined);
  fetching.mockRestore();
  return keys;
}

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const answer = (status: number) => () => Promise.resolve(Response.json({}, { status }));

it('a submission without an answer keeps its key until there is one', async () => {
  const [first, second, third, fourth] = await pressOnceForEach([lost, answer(503), answer(200), answer(200)]);
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

it('a refused submission can be corrected and sent with a key of its own', async () => {
  const [first, second] = await pressOnceForEach([answer(409), answer(200)]);
  expect(second).not.toBe(first);
});
