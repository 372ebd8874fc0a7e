import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#common/contract/all-apis.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { requestFor, wellFormedCalls, withValueAt } from '#tests/builders/well-formed-calls.ts';
import type { ContractKey } from './endpoint.ts';

/** Per call and run; FUZZ_RUNS=10000 tries harder. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 100);

let test: TestApp;
let customer: SignedInCaller;

beforeAll(async () => {
  test = await createTestApp();
  customer = await test.signIn('li.wei');
});

afterAll(() => test.close());

describe('random input', () => {
  const keys = (Object.keys(contract) as ContractKey[]).filter((key) => placesOf(wellFormedCalls[key]).length > 0);

  it.each(keys)('%s answers as in the contract and never fails internally', { timeout: 600_000 }, async (key) => {
    const change = fc.tuple(fc.constantFrom(...placesOf(wellFormedCalls[key])), oddValue);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const request = requestFor(key, (call) =>
          changes.reduce((changed, [place, value]) => withValueAt(changed, place, forPlace(place, value)), call),
        );
        const response = await customer.call(request);
        expect(response.statusCode).toBeLessThan(500);
        expect(response.body).not.toMatch(/ at .*\.ts:\d+/);
      }),
      { numRuns: RUNS },
    );
  });
});

const oddValue = fc.oneof(
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    0.001,
    1e308,
    Number.MAX_SAFE_INTEGER,
    true,
    [],
    {},
    '\u0000',
    'half of a pair: \ud800',
    "' or 1=1 --",
    '💥',
    '../..',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.jsonValue(),
);

/** A query holds only text, so objects are written as JSON. */
function forPlace(place: string, value: unknown): unknown {
  if (!place.startsWith('query.')) return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Lists every value's place in a call, e.g. `body.Payment.Details.PaymentAmount`, including nested objects. */
function placesOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = path === '' ? name : `${path}.${name}`;
    return path === '' ? placesOf(inner, place) : [place, ...placesOf(inner, place)];
  });
}
