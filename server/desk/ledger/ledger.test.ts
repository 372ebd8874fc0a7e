import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import type { TrialBalanceLine } from '#server/host/ledger-reports.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;
let operations: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  operations = await enterDesk(test, 'operations');
});

afterAll(() => test.close());

const exportLedger = (from: string, through: string) => operations.post('/api/desk/ledger/export', { from, through });
const inCents = (text = '') => Math.round(Number(text) * 100);
const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

it('the ledger is balanced on every day, and the audit log has who exported it', async () => {
  const answer = await exportLedger('2025-12-01', '2026-10-31');
  expect(answer.headers['content-type']).toContain('text/csv');
  const rows = rowsOf(answer.body);
  expect(rows.length).toBeGreaterThan(10);
  const days = Map.groupBy(rows, ([postedOn]) => postedOn);
  for (const [postedOn, ofDay] of days) {
    const sum = (column: number) => ofDay.reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0);
    expect([postedOn, sum(3)]).toEqual([postedOn, sum(4)]);
  }
  expect(await auditOf(test, 'desk-ledger-exported')).toEqual([
    expect.objectContaining({ from: '2025-12-01', through: '2026-10-31', staff: operations.emailAddress }),
  ]);
});

it('a trial balance agrees with the ledger of every day, and opens where the day before closed', async () => {
  const read = async (on: string) => {
    const answer = await operations.get(`/api/desk/ledger/trial-balance?on=${on}`);
    return answer.json<{ lines: TrialBalanceLine[]; movedCents: number; openingCents: number; closingCents: number }>();
  };
  const day = rowsOf((await exportLedger('2026-10-01', '2026-10-31')).body)[0]?.[0] ?? '';
  const ofDay = rowsOf((await exportLedger(day, day)).body);
  const { lines, movedCents, openingCents, closingCents } = await read(day);
  expect(lines.filter(({ debitCents, creditCents }) => debitCents + creditCents > 0)).toHaveLength(ofDay.length);
  for (const [, code, , debit, credit] of ofDay) {
    const line = lines.find(({ ledgerCode }) => String(ledgerCode) === code);
    expect([line?.debitCents, line?.creditCents]).toEqual([inCents(debit), inCents(credit)]);
  }
  expect(movedCents).toBe(ofDay.reduce((all, [, , , debit]) => all + inCents(debit), 0));
  const before = await read(Temporal.PlainDate.from(day).subtract({ days: 1 }).toString());
  expect(before.lines.map(({ closingCents: closing }) => closing)).toEqual(lines.map(({ openingCents: o }) => o));
  const sum = (pick: (line: TrialBalanceLine) => number) => lines.reduce((all, line) => all + pick(line), 0);
  expect([sum((line) => line.openingCents), sum((line) => line.closingCents)]).toEqual([0, 0]);
  expect(openingCents).toBeGreaterThan(0);
  expect(closingCents).toBe(sum((line) => Math.max(line.closingCents, 0)));

  const csv = rowsOf((await operations.post('/api/desk/ledger/trial-balance', { on: day })).body);
  expect(csv).toHaveLength(lines.length);
  for (const [debits, credits] of [
    [3, 4],
    [5, 6],
    [7, 8],
  ] as const) {
    const total = (column: number) => csv.reduce((all, row) => all + inCents(row[column]), 0);
    expect(total(debits)).toBe(total(credits));
    expect(total(debits)).toBeGreaterThan(0);
  }
  expect(await auditOf(test, 'desk-trial-balance-exported')).toEqual([
    expect.objectContaining({ on: day, staff: operations.emailAddress }),
  ]);
});

it('a day that is not over has no ledger yet, nor has a year', async () => {
  const today = test.clock.today();
  expect((await exportLedger(today, today)).json()).toEqual({ error: 'WrongSpan' });
  const balance = await operations.get(`/api/desk/ledger/trial-balance?on=${today}`);
  expect(balance.json()).toEqual({ error: 'WrongSpan' });
  expect((await exportLedger('2026-02-01', '2026-01-01')).json()).toEqual({ error: 'WrongSpan' });
  await operations.confirm();
  const year = await operations.post('/api/desk/year-end/export', { year: 2026, form: '1098' });
  expect(year.json()).toEqual({ error: 'YearNotOver' });
});

it("a loan's interest of the year is what its own statement says", async () => {
  await operations.confirm();
  const csv = (await operations.post('/api/desk/year-end/export', { year: 2025, form: '1098' })).body;
  const [header = ''] = csv.split('\r\n');
  const column = header.split(',').indexOf('interest_received');
  const rows = rowsOf(csv).filter((row) => row.length === header.split(',').length);
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows.slice(0, 5)) {
    const details = await test.services.host.findLoanDetails(row[0] ?? '', row[3] ?? '', test.clock.today());
    const known = details?.interestLastYearCents;
    expect([row[3], row[column]]).toEqual([row[3], known == null ? 'not known' : (known / 100).toFixed(2)]);
  }
});

it("a customer's interest on deposits adds up over their accounts", async () => {
  await operations.confirm();
  const csv = (await operations.post('/api/desk/year-end/export', { year: 2025, form: '1099-INT' })).body;
  const [header = ''] = csv.split('\r\n');
  const names = header.split(',');
  const rows = rowsOf(csv).filter((row) => row.length === names.length);
  expect(rows.length).toBeGreaterThan(0);
  for (const [, own] of Map.groupBy(rows, ([customerId]) => customerId)) {
    const sum = own.reduce((all, row) => all + Math.round(Number(row[names.indexOf('interest_paid')]) * 100), 0);
    expect((sum / 100).toFixed(2)).toBe(own[0]?.[names.indexOf('customer_interest')]);
  }
});

it('without our own books there is no ledger here', async () => {
  const { ledgerReports } = test.services;
  Object.assign(test.services, { ledgerReports: undefined });
  try {
    expect((await operations.get('/api/desk/ledger')).json()).toMatchObject({ isOurs: false });
    expect((await exportLedger('2026-01-01', '2026-01-31')).json()).toEqual({ error: 'NotOurBooks' });
  } finally {
    Object.assign(test.services, { ledgerReports });
  }
});
