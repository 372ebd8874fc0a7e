import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '#server/platform/clock.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { customers } from './customers.ts';
import { seedDemonstration } from './seed-demonstration.ts';

const institution = { timeZone: 'America/New_York', servicing: servicingRules };
const clock = createClock('America/New_York', Temporal.Instant.from('2026-11-21T15:00:00Z'));
const cipher = createFieldCipher(new Uint8Array(32).fill(7));
let open: OpenDatabase;
let seeded: boolean;

beforeAll(async () => {
  open = await createTestDatabase();
  seeded = await seedDemonstration({ database: open.database, institution, clock, cipher });
});
afterAll(() => open.close());

test('every cached balance equals its postings', async () => {
  expect(seeded).toBe(true);
  expect(await findImbalances(open.database)).toEqual([]);
});

test("a loan's history runs from its disbursement to its balance", async () => {
  const host = createEmbeddedHost(open.database, institution, cipher);
  const loan = await host.findLoan('400101', '101-004417-2', clock.today());
  const history = await host.listHistory('400101', '101-004417-2', { since: null, limit: 1_000, before: null });
  expect(history).toHaveLength(39);
  expect(history.at(-1)).toMatchObject({ description: 'Loan disbursed', runningPrincipalCents: 2_400_000 });
  expect(history[0]?.runningPrincipalCents).toBe(loan?.principalCents);
  for (const [index, entry] of history.slice(0, -1).entries()) {
    const before = history[index + 1]?.runningPrincipalCents ?? 0;
    expect(entry.runningPrincipalCents).toBe(before - entry.principalCents);
    expect(entry.totalCents).toBe(entry.principalCents + entry.interestCents + entry.otherCents);
  }
});

test('books that contain the demonstration are left unchanged', async () => {
  expect(await seedDemonstration({ database: open.database, institution, clock, cipher })).toBe(false);
});

test('the database contains no plain Social Security number or birth date', async () => {
  const { rows } = await sql<{ row: string }>`select customers::text as row from customers`.execute(open.database);
  expect(rows).toHaveLength(customers.length);
  const stored = rows.map(({ row }) => row).join('\n');
  const secrets = customers.flatMap(({ ssn, birthDate }) => [ssn, birthDate]).filter((secret) => secret !== null);
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
});
