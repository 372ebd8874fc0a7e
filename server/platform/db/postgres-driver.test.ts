import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '#tests/support/databases.ts';
import { type StatementWatch, watchStatements } from '#tests/support/watch-statements.ts';
import { type Database, inTransaction, type LateRows, writeLate } from './database.ts';
import { insertion } from './insert-many.ts';
import type { OpenDatabase } from './open-database.ts';

let opened: OpenDatabase;
let database: Database;
let watch: StatementWatch;

beforeAll(async () => {
  watch = watchStatements();
  opened = await createTestDatabase();
  ({ database } = opened);
});

afterAll(async () => {
  await opened.close();
  watch.stop();
});

beforeEach(() =>
  sql`create table trips (trip text, number int unique deferrable initially deferred)`.execute(database),
);
afterEach(() => sql`drop table trips`.execute(database));

const insertTrips = insertion('trips', { trip: 'text', number: 'int' });
const lateTrips: LateRows<{ readonly trip: string; readonly number: number }> = {
  statementsFor: (rows) => [insertTrips(rows)],
};

async function readTrips(): Promise<string[]> {
  const { rows } = await sql<{ trip: string }>`select trip from trips order by number`.execute(database);
  return rows.map(({ trip }) => trip);
}

const insertTrip = (trip: string, number: number): RawBuilder<unknown> =>
  sql`insert into trips values (${trip}, ${number})`;

describe.runIf(inject('testDatabases').kind === 'postgres')('on PostgreSQL', () => {
  test('a transaction begins with its first statement and is committed with its late rows', async () => {
    watch.takeRoundTrips();
    await inTransaction(database, async (transaction) => {
      await insertTrip('first', 1).execute(transaction);
      writeLate(transaction, lateTrips, { trip: 'late', number: 2 });
    });
    expect(watch.takeRoundTrips()).toBe(2);
    expect(await readTrips()).toEqual(['first', 'late']);
  });

  test('a transaction without statements asks the database nothing', async () => {
    watch.takeRoundTrips();
    await inTransaction(database, () => Promise.resolve());
    expect(watch.takeRoundTrips()).toBe(0);
  });

  test('nothing can follow the statement that commits', async () => {
    const failing = inTransaction(database, async (transaction) => {
      const last = { ...insertTrip('last', 1).compile(transaction), commits: true };
      await transaction.executeQuery(last);
      await insertTrip('after', 2).execute(transaction);
    });
    await expect(failing).rejects.toThrow('committed with an earlier statement');
    expect(await readTrips()).toEqual(['last']);
    await inTransaction(database, (transaction) => insertTrip('next', 2).execute(transaction));
    expect(await readTrips()).toEqual(['last', 'next']);
  });

  test('a statement is prepared again once the columns of its table have changed', async () => {
    const readAll = () => sql`select * from trips where number > ${0}`.execute(database);
    await insertTrip('first', 1).execute(database);
    expect((await readAll()).rows).toEqual([{ trip: 'first', number: 1 }]);
    await sql`alter table trips add column length int default 7`.execute(database);
    await expect(readAll()).rejects.toThrow('cached plan must not change result type');
    expect((await readAll()).rows).toEqual([{ trip: 'first', number: 1, length: 7 }]);
  });
});

test('a first statement that fails leaves no transaction open', async () => {
  const failing = inTransaction(database, (transaction) =>
    sql`insert into trips values ('x', ${'no number'}::text::int)`.execute(transaction),
  );
  await expect(failing).rejects.toThrow('invalid input syntax');
  await insertTrip('next', 1).execute(database);
  expect(await readTrips()).toEqual(['next']);
});

test('what the database refuses only at the commit rolls everything back and is reported', async () => {
  await insertTrip('before', 1).execute(database);
  const failing = inTransaction(database, async (transaction) => {
    await insertTrip('early', 2).execute(transaction);
    writeLate(transaction, lateTrips, { trip: 'again', number: 1 });
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await readTrips()).toEqual(['before']);
});

test('a transaction whose failed statement was caught is not committed', async () => {
  const failing = inTransaction(database, async (transaction) => {
    await insertTrip('early', 1).execute(transaction);
    await sql`select ${0}::int / 0`.execute(transaction).catch(() => undefined);
    writeLate(transaction, lateTrips, { trip: 'late', number: 2 });
  });
  await expect(failing).rejects.toMatchObject({ code: '25P02' });
  expect(await readTrips()).toEqual([]);
});

test('a value too large for a number fails, and the connection goes on', async () => {
  const reading = sql`select ${'9007199254740993'}::text::bigint as big`.execute(database);
  await expect(reading).rejects.toThrow('Too large for a number');
  expect((await sql`select ${1}::int as one`.execute(database)).rows).toEqual([{ one: 1 }]);
});
