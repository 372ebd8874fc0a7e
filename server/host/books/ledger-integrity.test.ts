import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { addCustomer, addLoan } from '#tests/builders/books.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { findImbalances } from './find-imbalances.ts';
import { ledger } from './ledger-codes.ts';

let open: OpenDatabase;
let accountId: number;

beforeAll(async () => {
  open = await createTestDatabase();
  await addCustomer(open.database, '1');
  accountId = await addLoan(open.database, { number: '101-000001-1', customerId: '1' });
});
afterAll(() => open.close());

type Line = readonly [code: number, amountCents: number, onAccount?: number | null];

/** Writes a transfer directly, bypassing our code, like a careless script. */
function write(lines: readonly Line[], reverses: number | null = null) {
  return inTransaction(open.database, async (transaction) => {
    const transferId = await insertTransfer(transaction, reverses);
    await insertLines(transaction, transferId, lines);
    return transferId;
  });
}

async function insertTransfer(transaction: Transaction, reverses: number | null): Promise<number> {
  const { rows } = await sql<{ transfer_id: number }>`
    insert into transfers (description, effective_on, posted_at, reverses_transfer_id)
    values ('By hand', '2026-11-21', '2026-11-21T15:00:00Z', ${reverses})
    returning transfer_id`.execute(transaction);
  return rows[0]?.transfer_id ?? 0;
}

async function insertLines(transaction: Transaction, transferId: number, lines: readonly Line[], from = 1) {
  for (const [index, [code, amount, onAccount = accountId]] of lines.entries()) {
    await sql`insert into postings values (${transferId}, ${from + index}, ${code}, ${onAccount}, ${amount})`.execute(
      transaction,
    );
  }
}

describe('the database', () => {
  const { achClearing, loanPrincipal, interestIncome } = ledger;

  test('accepts a transfer whose debits equal its credits', async () => {
    await expect(
      write([
        [achClearing, 900],
        [interestIncome, -900],
      ]),
    ).resolves.toBeGreaterThan(0);
  });

  test.each<[string, readonly Line[]]>([
    [
      'a cent too much',
      [
        [achClearing, 901],
        [interestIncome, -900],
      ],
    ],
    [
      'a cent too little',
      [
        [achClearing, 899],
        [interestIncome, -900],
      ],
    ],
    ['one line', [[achClearing, 900]]],
    ['no line', []],
  ])('refuses a transfer with %s', async (_name, lines) => {
    await expect(write(lines)).rejects.toThrow(/does not balance/);
  });

  test('refuses a line without an amount, except as an entry of an account', async () => {
    await expect(
      write([
        [achClearing, 0, null],
        [interestIncome, 0, null],
      ]),
    ).rejects.toThrow(/check/);
    await expect(
      write([
        [loanPrincipal, 0],
        [loanPrincipal, 0],
      ]),
    ).resolves.toBeGreaterThan(0);
  });

  test('refuses an unknown ledger account', async () => {
    await expect(
      write([
        [9_999, 1],
        [interestIncome, -1],
      ]),
    ).rejects.toThrow(/foreign key/);
  });

  test('refuses new lines on a written transfer, balanced or not', async () => {
    const transferId = await write([
      [achClearing, 100],
      [interestIncome, -100],
    ]);
    const more: readonly Line[] = [
      [achClearing, 5],
      [interestIncome, -5],
    ];
    const adding = inTransaction(open.database, (transaction) => insertLines(transaction, transferId, more, 3));
    await expect(adding).rejects.toThrow(/no further postings/);
  });

  test.each([
    'update transfers set description = $$Something else$$',
    'delete from transfers',
    'update postings set amount_cents = amount_cents * 2',
    'delete from postings',
    'truncate postings',
    'truncate transfers cascade',
  ])('refuses to %s', async (statement) => {
    await expect(sql.raw(statement).execute(open.database)).rejects.toThrow(/append-only/);
  });

  test('accepts a reversal only if it mirrors its transfer, and only once', async () => {
    const transferId = await write([
      [achClearing, 700],
      [interestIncome, -700],
    ]);
    const mirrored: readonly Line[] = [
      [achClearing, -700],
      [interestIncome, 700],
    ];
    await expect(
      write(
        [
          [achClearing, -600],
          [interestIncome, 600],
        ],
        transferId,
      ),
    ).rejects.toThrow(/does not mirror/);
    await expect(write(mirrored, transferId)).resolves.toBeGreaterThan(transferId);
    await expect(write(mirrored, transferId)).rejects.toThrow(/transfers_by_reversed/);
  });

  test('reports a cached balance that differs from its postings', async () => {
    expect(await findImbalances(open.database)).toContainEqual(expect.objectContaining({ ledgerCode: achClearing }));
    await write([
      [loanPrincipal, 1],
      [achClearing, -1],
    ]);
    expect(await findImbalances(open.database)).toContainEqual({
      accountNumber: '101-000001-1',
      ledgerCode: loanPrincipal,
      cachedCents: 1_000_000,
      postedCents: 1_000_001,
    });
  });
});
