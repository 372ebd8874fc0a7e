import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

it('reads arrays of numbers and days, also with nulls among them', async () => {
  const { rows } = await sql`
    select array[1, null, 9007199254740991]::bigint[] as numbers, array[null]::bigint[] as unknown,
      array[]::bigint[] as none, array['2026-11-26', null]::date[] as days`.execute(test.services.database);
  expect(rows).toEqual([
    { numbers: [1, null, 9_007_199_254_740_991], unknown: [null], none: [], days: ['2026-11-26', null] },
  ]);
});
