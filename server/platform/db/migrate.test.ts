import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/databases.ts';
import { migrate } from './migrate.ts';

it('a database from a newer version is left unchanged, and the operator told what to do', async () => {
  const { database, close } = await createTestDatabase();
  try {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-of-next-year', '2027-01-01')`.execute(
      database,
    );
    await expect(migrate(database)).rejects.toMatchObject({
      name: 'PlainError',
      message: expect.stringContaining('newer version of Passbook (migration 9999-of-next-year'),
    });
  } finally {
    await close();
  }
});
