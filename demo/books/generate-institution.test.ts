import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { createClock } from '#server/platform/clock.ts';
import type { OpenDatabase } from '#server/platform/db/open-database.ts';
import { createFieldCipher } from '#server/platform/crypto/field-cipher.ts';
import { servicingRules } from '#tests/builders/loan-states.ts';
import { createTestDatabase } from '#tests/support/databases.ts';
import { createEmbeddedHost } from '#server/host/books/embedded-host.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { generateInstitution } from './generate-institution.ts';
import { generatedCustomerId } from './generated-customer.ts';
import { seedDemonstration } from './seed-demonstration.ts';

let open: OpenDatabase;
const institution = { timeZone: 'America/New_York', servicing: servicingRules };
const clock = createClock('America/New_York', Temporal.Instant.from('2026-11-21T15:00:00Z'));
const cipher = createFieldCipher(new Uint8Array(32).fill(3));
const nobody = () => undefined;

beforeAll(async () => {
  open = await createTestDatabase();
  await generateInstitution(
    { database: open.database, institution, clock, cipher },
    { customers: 400, months: 2 },
    nobody,
  );
});
afterAll(() => open.close());

test('a generated institution balances', async () => {
  expect(await findImbalances(open.database)).toEqual([]);
});

test('a second run continues where the first ended', async () => {
  const seeding = { database: open.database, institution, clock, cipher };
  const counts = await generateInstitution(seeding, { customers: 5, months: 0 }, nobody);
  expect(counts.customers).toBe(5);
  const host = createEmbeddedHost(open.database, institution, cipher);
  expect(await host.findCustomer(generatedCustomerId(405))).toBeDefined();
  expect(await host.findCustomer(generatedCustomerId(406))).toBeUndefined();
  expect(await findImbalances(open.database)).toEqual([]);
});

test('it resembles a real one: mostly loans, mostly current, some late, some delinquent', async () => {
  const host = createEmbeddedHost(open.database, institution, cipher);
  const accounts = [];
  for (let place = 1; place <= 400; place += 1) {
    accounts.push(...(await host.listAccounts(generatedCustomerId(place), clock.today())));
  }
  const loans = accounts.filter((account) => account.typeCode === typeCodes.loan);
  const share = (count: number, of: number) => count / of;
  expect(share(loans.length, accounts.length)).toBeGreaterThan(0.55);
  expect(share(loans.filter((loan) => loan.pastDue).length, loans.length)).toBeLessThan(0.12);
  expect(loans.filter((loan) => loan.status === 'Delinquent').length).toBeGreaterThan(3);
  expect(loans.filter((loan) => loan.feesDueCents > 0).length).toBeGreaterThan(3);
  expect(loans.filter((loan) => loan.balanceCents === 0)).toEqual([]);
  expect(new Set(accounts.map((account) => account.typeCode))).toEqual(
    new Set<number>([typeCodes.loan, typeCodes.checking, typeCodes.savings, typeCodes.lineOfCredit]),
  );
});

test('nothing was posted today or later', async () => {
  const { rows } = await sql`select from transfers where effective_on >= ${clock.today()}`.execute(open.database);
  expect(rows).toEqual([]);
});

test('the people of the demonstration fit in next to it', async () => {
  const seeding = { database: open.database, institution, clock, cipher };
  expect(await seedDemonstration(seeding)).toBe(true);
  expect(await findImbalances(open.database)).toEqual([]);
});
