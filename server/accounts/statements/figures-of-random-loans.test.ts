import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, addMonths, type Day, daysBetween, formatDay } from '#common/core/dates.ts';
import { addCents, type Cents, formatCents, roundToCents, subtractCents, ZERO } from '#common/core/money.ts';
import { payoffDocument } from '#server/accounts/payoff/payoff-document.ts';
import { generateInstitution } from '#demo/books/generate-institution.ts';
import { seededRandom } from '#demo/books/seeded-random.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { drawDocument } from './draw-document.ts';
import { getDocument } from './get-document.command.ts';
import { monthOf } from './statement-periods.ts';

/** By default; STATEMENT_LOANS=1000 checks more. */
const LOANS = Number(process.env['STATEMENT_LOANS'] ?? 50);
const MONTHS = 8;

interface Loan {
  readonly accountId: number;
  readonly accountNumber: string;
  readonly customerId: string;
  readonly rate: number;
}

interface Posted {
  readonly transfer_id: number;
  readonly effective_on: Day;
  readonly posted_on: Day;
  readonly ledger_code: number;
  readonly amount_cents: Cents;
}

let testApp: TestApp;
let loans: Loan[];

beforeAll(async () => {
  testApp = await createTestApp();
  const { database, institution, clock, cipher } = testApp.services;
  // Enough customers to yield this many loans, as most have more than one account.
  await generateInstitution(
    { database, institution, clock, cipher },
    { customers: LOANS, months: MONTHS },
    () => undefined,
  );
  const { rows } = await sql<Loan>`
    select account_id as "accountId", account_number as "accountNumber", customer_id as "customerId", rate_ppm as rate
    from accounts where type_code in (0, 9) and customer_id like 'G%' order by account_id`.execute(database);
  loans = rows.slice(0, LOANS);
}, 600_000);

afterAll(() => testApp.close());

/** Reads a loan's postings directly, without the code under test. */
async function postingsOf(loan: Loan): Promise<Posted[]> {
  const { rows } = await sql<Posted>`
    select transfer_id, effective_on, (posted_at at time zone 'America/New_York')::date as posted_on,
      ledger_code, amount_cents
    from postings join transfers using (transfer_id)
    where account_id = ${loan.accountId} order by transfer_id, line`.execute(testApp.services.database);
  return rows;
}

const [PRINCIPAL, LATE, OTHER, INTEREST] = [1110, 1120, 1130, 4010];

function sumOf(lines: readonly Posted[], ...codes: readonly (number | undefined)[]): Cents {
  return addCents(...lines.filter((line) => codes.includes(line.ledger_code)).map((line) => line.amount_cents));
}

/** Computes unpaid interest at the end of a day forward from the first posting. */
function interestOn(lines: readonly Posted[], loan: Loan, on: Day): Cents {
  const numerator = lines
    .filter((line) => line.ledger_code === PRINCIPAL)
    .reduce((sum, line) => {
      const days = BigInt(daysBetween(line.effective_on, on));
      return sum + BigInt(line.amount_cents) * BigInt(loan.rate) * days;
    }, 0n);
  const paid = BigInt(sumOf(lines, INTEREST));
  return roundToCents(numerator + paid * 365n * 1_000_000n, 365n * 1_000_000n);
}

describe('the figures in files of random loans', () => {
  test(`equal the books to the cent, in ${LOANS} statements`, { timeout: 1_200_000 }, async () => {
    expect(loans).toHaveLength(LOANS);
    const random = seededRandom(20_261_121);
    let transactions = 0;
    for (const loan of loans) {
      const month = monthOf(addMonths(testApp.services.clock.today(), -random.between(1, MONTHS - 1)));
      const document = await getDocument(testApp.services, loan, month);
      const pdf = await readPdf(await drawDocument(document));
      const lines = await postingsOf(loan);
      const before = lines.filter((line) => line.posted_on < month.from);
      const until = lines.filter((line) => line.posted_on <= month.through);
      const within = until.filter((line) => line.posted_on >= month.from);
      const principal = within.filter((line) => line.ledger_code === PRINCIPAL);
      const fees = within.filter((line) => line.ledger_code === LATE || line.ledger_code === OTHER);
      const down = (of: readonly Posted[]) =>
        subtractCents(ZERO, ...of.filter((line) => line.amount_cents < 0).map((line) => line.amount_cents));
      const up = (of: readonly Posted[]) =>
        addCents(...of.filter((line) => line.amount_cents > 0).map((line) => line.amount_cents));
      const unpaid = interestOn(until, loan, month.through);
      const unpaidBefore = interestOn(before, loan, addDays(month.from, -1));
      const paidInterest = subtractCents(ZERO, sumOf(within, INTEREST));
      const facts = new Map(pdf.tables.flat().map(([label = '', value = '']) => [label, value]));
      const expected: Record<string, Cents> = {
        'Previous balance': sumOf(before, PRINCIPAL),
        Advances: up(principal),
        'Principal paid': down(principal),
        'New balance': sumOf(until, PRINCIPAL),
        'Interest this period': addCents(subtractCents(unpaid, unpaidBefore), paidInterest),
        'Unpaid interest': unpaid,
        'Fees paid or waived': down(fees),
      };
      for (const [label, amount] of Object.entries(expected)) {
        expect({ [`${loan.accountNumber} ${month.period} ${label}`]: facts.get(label) }).toEqual({
          [`${loan.accountNumber} ${month.period} ${label}`]: formatCents(amount),
        });
      }
      const [, interestAndFees, ...rest] = pdf.tables;
      expect(new Map(interestAndFees?.map(([label = '', value = '']) => [label, value])).get('Interest paid')).toBe(
        formatCents(paidInterest),
      );
      const entries = rest.flat().filter((row) => row.length === 7 && row[0] !== 'Date');
      const moved = [...new Set(within.map((line) => line.transfer_id))];
      expect(entries.map((row) => row.at(-1))).toEqual(
        moved.map((id) =>
          formatCents(
            sumOf(
              lines.filter((line) => line.transfer_id <= id),
              PRINCIPAL,
            ),
          ),
        ),
      );
      const { due } = document.figures.type === 'Statement' ? document.figures : { due: null };
      expect(facts.get('Total due')).toBe(due ? formatCents(due.totalCents) : undefined);
      expect(facts.get('Due date')).toBe(due ? formatDay(due.dueOn) : undefined);
      expect(due?.totalCents).toBe(due ? addCents(due.pastDueCents, due.installmentCents, due.feesCents) : undefined);
      expect(due?.feesCents).toBe(due ? sumOf(until, LATE, OTHER) : undefined);
      expect(due === null || due.dueOn > month.through).toBe(true);
      transactions += entries.length;
    }
    expect(transactions).toBeGreaterThan(LOANS / 2);
  });

  test(`equal the books to the cent, in ${LOANS} payoff quotes`, { timeout: 1_200_000 }, async () => {
    const { host, clock, institution } = testApp.services;
    const random = seededRandom(4_477);
    for (const loan of loans) {
      const on = addDays(clock.today(), random.between(0, 60));
      const quote = await host.quotePayoff(loan.customerId, loan.accountNumber, on);
      const details = await host.findLoan(loan.customerId, loan.accountNumber, clock.today());
      if (!quote || !details) continue;
      const file = await payoffDocument({ quote, loan: details, institution, moment: clock.moment() });
      const pdf = await readPdf(file.content as Uint8Array);
      const lines = await postingsOf(loan);
      const principal = sumOf(lines, PRINCIPAL);
      const interest = interestOn(lines, loan, on);
      expect(pdf.tables.flat().map(([, value]) => value)).toEqual(
        [
          principal,
          interest,
          sumOf(lines, LATE),
          sumOf(lines, OTHER),
          addCents(principal, interest, sumOf(lines, LATE, OTHER)),
          roundToCents(BigInt(principal) * BigInt(loan.rate), 365n * 1_000_000n),
        ].map(formatCents),
      );
    }
  });
});
