import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/databases.ts';
import { inTransaction, type LateRows, writeLate } from './database.ts';
import { insertMany } from './insert-many.ts';
import type { OpenDatabase } from './open-database.ts';

let opened: OpenDatabase;

beforeAll(async () => {
  opened = await createTestDatabase();
  await sql`create table late_notes (note_id bigint generated always as identity, note text)`.execute(opened.database);
});

afterAll(() => opened.close());

const notes: LateRows<string> = {
  statementsFor: (texts) => [
    insertMany(
      'late_notes',
      { note: 'text' },
      texts.map((note) => ({ note })),
    ),
  ],
};

async function readNotes(database = opened.database): Promise<(string | null)[]> {
  const { rows } = await sql<{ note: string | null }>`select note from late_notes order by note_id`.execute(database);
  return rows.map(({ note }) => note);
}

test('late rows are written in the order of the calls, whatever their text, as the transaction ends', async () => {
  const texts = ['first', String.raw`quotes " and \ and {braces}`, 'null', '', 'line\nbreak', 'ÄÖ 漢字 😀'];
  await inTransaction(opened.database, async (transaction) => {
    for (const text of texts) writeLate(transaction, notes, text);
    expect(await readNotes(transaction)).toEqual([]);
  });
  expect(await readNotes()).toEqual(texts);
});

test('a rollback leaves no late rows', async () => {
  const before = await readNotes();
  const failing = inTransaction(opened.database, async (transaction) => {
    writeLate(transaction, notes, 'never');
    throw new Error('simulated rollback');
  });
  await expect(failing).rejects.toThrow('simulated rollback');
  expect(await readNotes()).toEqual(before);
});

test('a late row that the database refuses rolls everything back', async () => {
  const before = await readNotes();
  const refused: LateRows<string> = { statementsFor: () => [sql`insert into late_notes (note_id) values (1)`] };
  const failing = inTransaction(opened.database, async (transaction) => {
    await sql`insert into late_notes (note) values ('early')`.execute(transaction);
    writeLate(transaction, refused, 'any');
  });
  await expect(failing).rejects.toThrow('non-DEFAULT');
  expect(await readNotes()).toEqual(before);
});
