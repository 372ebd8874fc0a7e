import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { findPostalPlaces, isCityOfZip } from './postal-codes.queries.ts';

let open: OpenDatabase;

beforeAll(async () => {
  open = await createTestDatabase();
});

afterAll(() => open.close());

describe('the postal codes', () => {
  test('are loaded once for parallel requests', async () => {
    const answers = await Promise.all([
      findPostalPlaces(open.database, '04101'),
      findPostalPlaces(open.database, '02108'),
    ]);
    expect(answers.map(([place]) => place?.city)).toEqual(['Portland', 'Boston']);
  });

  test('contain the position of a code', async () => {
    const [portland] = await findPostalPlaces(open.database, '04101');
    expect(portland?.state).toBe('ME');
    expect(portland?.latitude).toBeCloseTo(43.66, 1);
    expect(portland?.longitude).toBeCloseTo(-70.26, 1);
  });

  test('do not contain an unknown code', async () => {
    expect(await findPostalPlaces(open.database, '00000')).toEqual([]);
  });

  test.each([
    ['04101', 'Portland', 'ME', true],
    ['04101', 'PORTLAND', 'ME', true],
    ['04101', 'Portland', 'OR', false],
    ['04101', 'Boston', 'ME', false],
    ['63101', 'St. Louis', 'MO', true],
    ['00000', 'Portland', 'ME', false],
    ['00601', 'Adjuntas', 'PR', true],
    ['04101', 'Adjuntas', 'PR', false],
    ['09012', 'APO', 'AE', true],
  ])('%s belongs to %s, %s: %s', async (zipCode, city, state, belongs) => {
    expect(await isCityOfZip(open.database, { zipCode, city, state })).toBe(belongs);
  });
});
