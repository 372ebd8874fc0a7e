import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/databases.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createFieldCipher } from './field-cipher.ts';
import { assertFieldKey } from './field-key-check.queries.ts';

let opened: OpenDatabase;

beforeAll(async () => {
  opened = await createTestDatabase();
});

afterAll(() => opened.close());

describe('the field key', () => {
  it("is checked at every start, so a wrong key can't seal anything", async () => {
    const cipher = createFieldCipher(randomBytes(32));
    await assertFieldKey(opened.database, cipher);
    await expect(assertFieldKey(opened.database, cipher)).resolves.toBeUndefined();
    await expect(assertFieldKey(opened.database, createFieldCipher(randomBytes(32)))).rejects.toMatchObject({
      name: 'PlainError',
      // Of a production database, nothing may be deleted.
      message: expect.stringMatching(/^(?!.*(delete|demonstration)).*PASSBOOK_FIELD_KEY/),
    });
  });
});
