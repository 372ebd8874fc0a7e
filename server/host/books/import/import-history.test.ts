import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cents } from '#common/core/money.ts';
import { day } from '#common/core/dates.ts';
import {
  createImportScene,
  csv,
  goodCustomer,
  goodLoan,
  goodLoanAccount,
  type ImportScene,
} from '#tests/builders/import-scene.ts';

type Line = Readonly<Record<string, string>>;

const today = day('2026-11-21');

let scene: ImportScene;

beforeAll(async () => {
  scene = await createImportScene();
});
afterAll(() => scene.close());

/** A loan of $1,600.00 with $1,000.00 left, opened on January 2, 2025. */
function booksOf(key: string, loan: Line = {}) {
  const numbers = { account_number: `l-${key}` };
  return {
    customers: csv({ ...goodCustomer, customer_id: `c-${key}` }),
    accounts: csv({ ...goodLoanAccount, ...numbers, customer_id: `c-${key}`, opened_on: '2025-01-02' }),
    loans: csv({ ...goodLoan, original_amount: '1600', ...numbers, ...loan }),
  };
}

/** A year and a half in a few entries: $600.00 of principal are paid, and one payment came back. */
function historyOf(key: string, changes: Readonly<Record<number, Line>> = {}): string[] {
  const lines: Line[] = [
    { posted_on: '2025-02-01', kind: 'payment', principal: '200.00', interest: '8.00', balance: '1400' },
    { posted_on: '2025-12-01', kind: 'payment', principal: '100.00', interest: '4.50', fees: '25.00' },
    { posted_on: '2026-02-15', kind: 'late-charge', fees: '25.00' },
    { posted_on: '2026-03-01', kind: 'payment', principal: '150', interest: '6.00', returned: 'yes' },
    { posted_on: '2026-03-01', kind: 'payment-returned', principal: '150', interest: '6.00' },
    { posted_on: '2026-03-20', kind: 'late-charge-waived', fees: '10.00', description: 'Goodwill' },
    { posted_on: '11/01/2026', kind: 'payment', principal: '300.00', interest: '9.00', balance: '1000.00' },
  ];
  return csv(
    ...lines.map((line, index) => ({
      account_number: `l-${key}`,
      entry_id: `${key}-${index + 1}`,
      returned: '',
      description: '',
      ...line,
      ...changes[index],
    })),
  );
}

const wholeSince = day('2024-01-01');
const detailsOf = (key: string) => scene.host.findLoanDetails(`c-${key}`, `l-${key}`, today);
const historyPage = (key: string, page = {}) =>
  scene.host.listHistory(`c-${key}`, `l-${key}`, { since: null, limit: 50, before: null, ...page });
const said = ({ line, column, reason }: { line: number; column: string; reason: string }) =>
  `${line} ${column} ${reason}`;

describe('the history of a former system', () => {
  test('is shown below the opening balance, with what was owed after each entry', async () => {
    const report = await scene.importTexts(
      { ...booksOf('shown'), history: historyOf('shown') },
      { acceptUnlikely: false, historySince: wholeSince },
    );
    expect(report).toMatchObject({ problems: [], unlikely: [], imported: { loans: 1, history: 7 } });
    const entries = await historyPage('shown');
    expect(
      entries.map(({ effectiveOn, description, totalCents, runningPrincipalCents, returned }) =>
        [effectiveOn, description, totalCents, runningPrincipalCents, returned].join(' '),
      ),
    ).toEqual([
      '2026-11-21 Opening balance -100000 100000 false',
      '2026-11-01 Payment 30900 100000 false',
      '2026-03-20 Goodwill 1000 130000 false',
      '2026-03-01 Payment returned -15600 130000 false',
      '2026-03-01 Payment 15600 115000 true',
      '2026-02-15 Late charge -2500 130000 false',
      '2025-12-01 Payment 12950 130000 false',
      '2025-02-01 Payment 20800 140000 false',
    ]);
    expect(entries.slice(1).every(({ postedAt, paymentId }) => postedAt === null && paymentId === null)).toBe(true);
  });

  test('is paged, limited to days and sorted together with the books', async () => {
    const all = await historyPage('shown');
    const pages = [];
    for (let before: string | null = null; ; before = pages.at(-1)?.entryId ?? null) {
      const page = await historyPage('shown', { limit: 3, before });
      if (page.length === 0) break;
      pages.push(...page);
    }
    expect(pages).toEqual(all);
    const recent = await historyPage('shown', { since: day('2026-03-01') });
    expect(recent).toEqual(all.slice(0, 5));
    const sorting = { column: 'total', direction: 'ascending' };
    const sorted = await historyPage('shown', { sorting });
    expect(sorted).toEqual(all.toSorted((one, other) => one.totalCents - other.totalCents));
    const second = await historyPage('shown', { sorting, limit: 5, before: sorted[2]?.entryId });
    expect(second).toEqual(sorted.slice(3));
    const byTime = { column: 'time', direction: 'descending' };
    expect(await historyPage('shown', { sorting: byTime, since: day('2026-03-01') })).toHaveLength(5);
  });

  test('fills the figures that the loans file left open', async () => {
    expect(await detailsOf('shown')).toMatchObject({
      interestThisYearCents: 900,
      interestLastYearCents: 1_250,
      lastPayment: { paidOn: '2026-11-01', amountCents: 30_900 },
    });
    const paid = { principalCents: 60_000, interestCents: 2_150, feesCents: 2_500 };
    expect((await scene.host.findLoanStory('c-shown', 'l-shown', today))?.paid).toEqual(paid);
    const year = await scene.host.readInterestOfYear('c-shown', 'l-shown', 2026);
    expect(year).toMatchObject({ totalCents: 900, beforeBooks: { until: '2026-11-21', interestCents: 900 } });
    expect((await scene.host.findStatementAccount('c-shown', 'l-shown'))?.firstYearKnown).toBe(true);
  });

  test('states no year that it does not cover', async () => {
    const history = historyOf('partial').filter((line) => !line.includes('2025-02-01'));
    const report = await scene.importTexts(
      { ...booksOf('partial'), history },
      { acceptUnlikely: false, historySince: day('2025-06-01') },
    );
    expect(report).toMatchObject({ problems: [], unlikely: [], imported: { history: 6 } });
    expect(await detailsOf('partial')).toMatchObject({ interestThisYearCents: 900, interestLastYearCents: null });
    expect((await scene.host.findLoanStory('c-partial', 'l-partial', today))?.paid).toBeNull();
  });

  test('never replaces a figure of the loans file, and differing ones are unlikely', async () => {
    const files = {
      ...booksOf('told', { interest_paid_this_year: '9.01', last_payment_on: '2026-11-02', last_payment_amount: '1' }),
      history: historyOf('told'),
    };
    const refused = await scene.importTexts(files, { acceptUnlikely: false, historySince: wholeSince });
    expect(refused.unlikely.map(said)).toEqual([
      '2 interest of this year is not interest_paid_this_year of the loans file',
    ]);
    await scene.importTexts(files, { acceptUnlikely: true, historySince: wholeSince });
    expect(await detailsOf('told')).toMatchObject({
      interestThisYearCents: 901,
      lastPayment: { paidOn: '2026-11-02', amountCents: 100 },
    });
  });

  test('can come later, and again without a change', async () => {
    await scene.importTexts(booksOf('later'));
    const history = historyOf('later');
    const choices = { acceptUnlikely: false, historySince: wholeSince };
    expect(await scene.importTexts({ history }, { ...choices, dryRun: true })).toMatchObject({
      imported: { history: 7 },
    });
    expect(await historyPage('later')).toHaveLength(1);
    expect(await scene.importTexts({ history }, choices)).toMatchObject({ imported: { history: 7 } });
    const before = [await historyPage('later'), await detailsOf('later')];
    expect(await scene.importTexts({ history }, choices)).toMatchObject({ problems: [], imported: { history: 0 } });
    expect([await historyPage('later'), await detailsOf('later')]).toEqual(before);
    const more = historyOf('later', { 0: { entry_id: 'another' } });
    const refused = await scene.importTexts({ history: more }, choices);
    expect(refused.problems.map(said)).toEqual(['2 entry_id is new, but the history of this loan was imported before']);
  });

  test('goes on with payments on the books', async () => {
    await scene.host.postPayment({
      paymentId: 'next',
      accountNumber: 'l-shown',
      effectiveOn: today,
      postedAt: Temporal.Instant.from('2026-11-21T16:00:00Z'),
      amountCents: cents(10_000),
      additionalPrincipalCents: cents(0),
      processingFeeCents: cents(0),
      method: 'ACH',
    });
    const [newest, opening, former] = await historyPage('shown');
    expect(newest?.runningPrincipalCents).toBeLessThan(100_000);
    expect(opening?.runningPrincipalCents).toBe(100_000);
    expect(former).toMatchObject({ effectiveOn: '2026-11-01', runningPrincipalCents: 100_000 });
  });
});

describe('a wrong line of the history', () => {
  test.each<[string, Line, string]>([
    ['without an amount', { principal: '', interest: '' }, '2 principal and interest and fees are all zero'],
    [
      'of an unknown kind',
      { kind: 'Paid' },
      '2 kind is not one of payment, payment-returned, late-charge, late-charge-waived, fee, fee-waived, advance',
    ],
    ['of a charge with principal', { kind: 'fee' }, '2 fees is the only amount that a fee can have'],
    ['of an advance with interest', { kind: 'advance' }, '2 principal is the only amount that an advance can have'],
    [
      'that returns a charge',
      { kind: 'fee', principal: '', interest: '', fees: '1', returned: 'yes' },
      '2 returned applies only to a payment',
    ],
    ['of the future', { posted_on: '2026-11-22' }, '2 posted_on is later than today, 2026-11-21'],
    ['before the opening', { posted_on: '2025-01-01' }, '2 posted_on is before the account was opened, 2025-01-02'],
    ['of another account', { account_number: 'nowhere' }, '2 account_number is not an imported loan or line of credit'],
    ['with a used id', { entry_id: 'wrong-2' }, '3 entry_id is already on line 2'],
  ])('%s is refused', async (_name, change, expected) => {
    const report = await scene.importTexts(
      { ...booksOf('wrong'), history: historyOf('wrong', { 0: change }) },
      { acceptUnlikely: true, historySince: wholeSince },
    );
    expect(report.problems.map(said)).toEqual([expected]);
    expect(report.imported).toEqual({ customers: 0, accounts: 0, loans: 0, history: 0 });
  });

  test('without the day from which it is complete is not a history', async () => {
    const files = { ...booksOf('undated'), history: historyOf('undated') };
    await expect(scene.importTexts(files, { acceptUnlikely: true })).rejects.toThrow(
      'A history needs the day from which on it is complete',
    );
  });

  test('before the day from which it is complete is refused', async () => {
    const report = await scene.importTexts(
      { ...booksOf('wrong'), history: historyOf('wrong') },
      { acceptUnlikely: true, historySince: day('2025-02-02') },
    );
    expect(report.problems.map(said)).toEqual(['2 posted_on is before the day of --history-since']);
  });

  test.each<[string, Line, readonly string[]]>([
    [
      'with another balance',
      { balance: '1400.01' },
      ['2 balance is 1400.01, but by the principal and the later entries it was 1400.00'],
    ],
    [
      'that does not add up',
      { principal: '199.99', balance: '' },
      ['2 principal of all entries and the principal do not add up to what was lent'],
    ],
  ])('%s is unlikely', async (_name, change, expected) => {
    const files = { ...booksOf('wrong'), history: historyOf('wrong', { 0: change }) };
    const report = await scene.importTexts(files, { acceptUnlikely: false, historySince: wholeSince });
    expect(report.problems).toEqual([]);
    expect(report.unlikely.map(said)).toEqual(expected);
    expect(report.imported.loans).toBe(0);
  });
});
