import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { assertNoDemonstration, markDemonstration } from './operating-state.queries.ts';

let opened: OpenDatabase;

beforeAll(async () => {
  opened = await createTestDatabase();
});

afterAll(() => opened.close());

it('production permanently refuses a database that a demonstration filled', async () => {
  await expect(assertNoDemonstration(opened.database)).resolves.toBeUndefined();
  await markDemonstration(opened.database);
  await markDemonstration(opened.database);
  await expect(assertNoDemonstration(opened.database)).rejects.toMatchObject({
    name: 'PlainError',
    message: expect.stringContaining('DATABASE_URL'),
  });
});
