import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { subtractCents, ZERO } from '#common/core/money.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { keepClosing, readTrialBalance } from './ledger-closings.queries.ts';
import { ledger } from './ledger-codes.ts';

let open: OpenDatabase;

beforeEach(async () => {
  open = await createTestDatabase();
  await post('2026-11-18T15:00:00Z', 100);
  await post('2026-11-19T15:00:00Z', 20);
  await post('2026-11-20T15:00:00Z', 3);
});
afterEach(() => open.close());

function post(postedAt: string, cents: number): Promise<void> {
  return inTransaction(open.database, (transaction) => write(transaction, postedAt, cents));
}

async function write(transaction: Transaction, postedAt: string, cents: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into transfers (description, effective_on, posted_at) values ('By hand', '2026-11-18', ${postedAt})
    returning transfer_id as id`.execute(transaction);
  await sql`
    insert into postings values
      (${rows[0]?.id}, 1, ${ledger.cash}, null, ${cents}),
      (${rows[0]?.id}, 2, ${ledger.interestIncome}, null, ${-cents})`.execute(transaction);
}

const dayOf = (date: string) => ({ since: `${date}T05:00:00Z`, until: `${afterDay(date)}T05:00:00Z` });
const afterDay = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
const tryToKeep = (date: string) => keepClosing(open.database, { through: day(date), until: dayOf(date).until });

/** Opening, debits and closing of cash; the other account must be its opposite. */
async function cashOn(date: string): Promise<readonly unknown[]> {
  const lines = await readTrialBalance(open.database, dayOf(date));
  const figures = (code: number) => lines.find(({ ledgerCode }) => ledgerCode === code);
  const [cash, income] = [figures(ledger.cash), figures(ledger.interestIncome)];
  const opposites = [income?.openingCents, income?.closingCents].map((cents = ZERO) => subtractCents(ZERO, cents));
  expect(opposites).toEqual([cash?.openingCents, cash?.closingCents]);
  return [cash?.openingCents, cash?.debitCents, cash?.closingCents];
}

const closings = async () => {
  const { rows } = await sql<{ on: string }>`
    select through_on as on from ledger_closings where balances is not null order by 1`.execute(open.database);
  return rows.map(({ on }) => on);
};

/** Transactions in the databases of other tests hold it up, too. */
async function keep(date: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await tryToKeep(date);
      expect(await closings()).toContain(date);
    },
    { timeout: 15_000 },
  );
}

const expected = [
  ['2026-11-17', [0, 0, 0]],
  ['2026-11-18', [0, 100, 100]],
  ['2026-11-19', [100, 20, 120]],
  ['2026-11-20', [120, 3, 123]],
  ['2026-11-21', [123, 0, 123]],
] as const;

async function expectAll() {
  for (const [date, figures] of expected) expect([date, await cashOn(date)]).toEqual([date, figures]);
}

test('figures are the same whichever closings are kept', async () => {
  await expectAll();
  await keep('2026-11-18');
  await expectAll();
  await keep('2026-11-20');
  await keep('2026-11-20');
  expect(await closings()).toEqual(['2026-11-18', '2026-11-20']);
  await expectAll();
});

test('a posting to a day that is over changes every later figure, and is kept with the next closing', async () => {
  for (const date of ['2026-11-18', '2026-11-19', '2026-11-20']) await keep(date);
  await post('2026-11-19T16:00:00Z', 7);
  expect(await closings()).toEqual(['2026-11-18']);
  expect(await cashOn('2026-11-19')).toEqual([100, 27, 127]);
  expect(await cashOn('2026-11-21')).toEqual([130, 0, 130]);
  await keep('2026-11-20');
  expect(await cashOn('2026-11-21')).toEqual([130, 0, 130]);
});

test('a day with a posting of today stays kept', async () => {
  await keep('2026-11-19');
  await post('2026-11-20T05:00:00Z', 7);
  expect(await closings()).toEqual(['2026-11-19']);
  expect(await cashOn('2026-11-20')).toEqual([120, 10, 130]);
});

test('another account opens at zero, with its name', async () => {
  const lines = await readTrialBalance(open.database, dayOf('2026-11-19'));
  expect(lines).toHaveLength(18);
  expect(lines.find(({ ledgerCode }) => ledgerCode === ledger.loanLosses)).toEqual({
    ledgerCode: 5020,
    name: 'Loan losses',
    openingCents: 0,
    debitCents: 0,
    creditCents: 0,
    closingCents: 0,
  });
});

test.runIf(inject('testDatabases').kind === 'postgres')(
  'nothing is kept while a transaction may still be posting to the day, and a late one is in it',
  async () => {
    const [written, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = inTransaction(open.database, async (transaction) => {
      await write(transaction, '2026-11-19T16:00:00Z', 7);
      written.resolve();
      await mayEnd.promise;
    });
    await written.promise;
    await tryToKeep('2026-11-20');
    expect(await closings()).toEqual([]);
    expect(await cashOn('2026-11-21')).toEqual([123, 0, 123]);
    mayEnd.resolve();
    await late;
    expect(await cashOn('2026-11-21')).toEqual([130, 0, 130]);
    await keep('2026-11-20');
    expect(await closings()).toEqual(['2026-11-20']);
    expect(await cashOn('2026-11-21')).toEqual([130, 0, 130]);
  },
);
