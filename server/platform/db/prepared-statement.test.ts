import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#tests/support/databases.ts';
import type { OpenDatabase } from './open-database.ts';
import { prepareStatement } from './prepared-statement.ts';

let opened: OpenDatabase;

beforeAll(async () => {
  opened = await createTestDatabase();
});

afterAll(() => opened.close());

const add = prepareStatement((database, first: number, second: number) =>
  database.selectNoFrom(sql<number>`${first}::int * ${10}::int - ${second}::int + ${first}::int`.as('result')),
);

describe('a prepared statement', () => {
  it("returns the results of each run's values and of constants", async () => {
    expect(await add(opened.database, 2, 3)).toEqual([{ result: 19 }]);
    expect(await add(opened.database, 5, 1)).toEqual([{ result: 54 }]);
  });

  it('runs inside a transaction', async () => {
    const answer = await opened.database.transaction().execute((transaction) => add(transaction, 1, 1));
    expect(answer).toEqual([{ result: 10 }]);
  });

  it('refuses a value that would become part of the text', async () => {
    const frozen = prepareStatement((database, name: string) =>
      database.selectNoFrom(sql<string>`${sql.lit(JSON.stringify(name))}`.as('result')),
    );
    await expect(frozen(opened.database, 'a')).rejects.toThrow('Value 0 is not a parameter');
  });
});
