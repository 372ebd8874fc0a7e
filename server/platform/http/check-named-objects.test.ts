import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#common/contract/contract.ts';
import { assertNamedObjectsDeclared } from './check-named-objects.ts';
import { valuesAt } from './input-places.ts';

function endpoint(parts: Partial<Endpoint>): Endpoint {
  return { access: 'session', summary: 'Something', answers: { 200: z.unknown() }, ...parts };
}

const body = z.strictObject({
  Payment: z.strictObject({ ProfileId: z.string() }),
  AccountNumbers: z.array(z.string()),
});

describe('an identifying input', () => {
  it('must be declared, in lists and nested objects too', () => {
    expect(() => assertNamedObjectsDeclared('POST /api/x', endpoint({ body }))).toThrow(
      'POST /api/x must declare as owned or exempt: body.Payment.ProfileId, body.AccountNumbers[]',
    );
  });

  it('may be owned, exempt, or the ticket of an address', () => {
    const objects = {
      'body.Payment.ProfileId': 'paymentMethod',
      'body.AccountNumbers[]': { exempt: 'names a bank' },
    } as const;
    const ticket = { action: 'ViewDocument', parameter: 'token' } as unknown as Endpoint['ticket'];
    const query = z.strictObject({ token: z.string() });
    expect(() =>
      assertNamedObjectsDeclared('POST /api/x', endpoint({ body, query, objects, ...(ticket ? { ticket } : {}) })),
    ).not.toThrow();
  });

  it('is found in every variant of a body', () => {
    const either = z.union([z.strictObject({ Token: z.string() }), z.strictObject({ Amount: z.number() })]);
    expect(() => assertNamedObjectsDeclared('POST /api/x', endpoint({ body: either }))).toThrow('body.Token');
  });
});

it("an input that the call does not take can't be declared", () => {
  expect(() => assertNamedObjectsDeclared('GET /api/x', endpoint({ objects: { 'query.id': 'document' } }))).toThrow(
    'declares objects it does not take: query.id',
  );
});

it.each([
  ['body.Payment.ProfileId', ['7']],
  ['body.AccountNumbers[]', ['1', '2']],
  ['body.Missing.Inner', []],
  ['query.token', []],
])('the values at %s are %j', (place, values) => {
  const input = { query: undefined, body: { Payment: { ProfileId: '7' }, AccountNumbers: ['1', '2'] } };
  expect(valuesAt(input, place)).toEqual(values);
});
