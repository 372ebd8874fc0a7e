import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HistoryColumn, HistoryItem } from '#common/accounts/history.api.ts';
import type { AccountListItem } from '#common/accounts/accounts.api.ts';
import { addDays, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ledger } from '#server/host/books/ledger-codes.ts';
import { credit, debit } from '#server/host/books/transfer.ts';
import { writeBooks } from '#server/host/books/write-books.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { addLoan } from '#tests/builders/books.ts';
import { downloadAddress, historyDownload, openTab } from '#tests/builders/account-calls.ts';
import { historyOf } from '#tests/builders/history-calls.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';

const OWN = '101-005520-1';
const AUTO = '101-004417-2';
const BLOCKED = '106-000336-4';

let testApp: TestApp;
let li: SignedInCaller;
let margaret: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  li = await testApp.signIn('li.wei');
  margaret = await testApp.signIn('margaret.okafor');
});

afterAll(() => testApp.close());

describe('the history of an account', () => {
  test('contains the requested days, newest first, and adds up to the balance', async () => {
    const { List: history } = await historyOf(li, OWN, 120);
    const days = history.map(({ TransactionDate }) => TransactionDate);
    expect(days.length).toBeGreaterThan(2);
    expect(days).toEqual(days.toSorted().toReversed());
    const list = await li.call({ method: 'GET', url: '/api/accountList' });
    const [account] = list.json<{ Accounts: AccountListItem[] }>().Accounts;
    expect(history[0]?.RunningPrincipalBalance).toBe(account?.Balance);
  });

  test('leaves out older entries', async () => {
    const { List: all } = await historyOf(li, OWN, 36_500);
    const { List: recent } = await historyOf(li, OWN, 30);
    expect(recent.length).toBeLessThan(all.length);
    expect(recent.every(({ TransactionDate }) => TransactionDate >= '2026-10-22')).toBe(true);
  });

  test("keeps its shape for clients that don't page", async () => {
    expect(Object.keys(await historyOf(li, OWN, 30)).toSorted()).toEqual(['Errors', 'HasNoErrors', 'List']);
  });

  test("every running balance is the next one less this entry's payment", async () => {
    const { List: history } = await historyOf(margaret, AUTO, 36_500);
    for (const [index, entry] of history.entries()) {
      const before = history[index + 1]?.RunningPrincipalBalance ?? 0;
      expect(entry.RunningPrincipalBalance).toBeCloseTo(before - entry.PrincipalAmount, 6);
    }
  });

  test('is withheld when the institution blocks it', async () => {
    const dee = await testApp.signIn('dee.blocked');
    expect(await historyOf(dee, BLOCKED, 30)).toEqual({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: 'HistoryBlocked' }],
      List: [],
    });
    const payload = { AccountNumber: BLOCKED, DaysOfHistory: 30, DownloadType: 0 };
    const ticket = await dee.call({ method: 'POST', url: historyDownload.url, payload });
    expect(ticket.statusCode).toBe(403);
    expect(ticket.json()).toMatchObject({ Errors: [{ ErrorMessage: 'HistoryBlocked' }] });
  });
});

describe('a returned payment', () => {
  const number = '109-000707-1';

  beforeAll(async () => {
    const { database, host } = testApp.services;
    await addLoan(database, { number, customerId: '400101', state: { principalCents: cents(500_000) } });
    const payment = {
      paymentId: 'returned-payment',
      accountNumber: number,
      effectiveOn: day('2026-11-18'),
      postedAt: Temporal.Instant.from('2026-11-18T15:00:00Z'),
      amountCents: cents(30_000),
      additionalPrincipalCents: ZERO,
      processingFeeCents: ZERO,
      method: 'ACH',
    } as const;
    await host.postPayment(payment);
    const reversal = {
      paymentId: payment.paymentId,
      effectiveOn: day('2026-11-20'),
      postedAt: Temporal.Instant.from('2026-11-20T15:00:00Z'),
    };
    await host.reversePayment(reversal);
  });

  test.each([
    ['newest first', {}],
    ['by a column', { sort: 'date', direction: 'descending' }],
  ])('is marked next to the entry that reversed it, %s', async (_, sorting) => {
    const { List } = await historyOf(margaret, number, 30, sorting);
    expect(List.slice(0, 2)).toMatchObject([
      { TransactionDescription: 'Payment returned', IsReturned: false },
      { TransactionDescription: 'Payment, E-Check', IsReturned: true },
    ]);
    expect(List.filter(({ IsReturned }) => IsReturned)).toHaveLength(1);
  });

  test('is marked in the file too', async () => {
    const payload = { AccountNumber: number, DaysOfHistory: 30, DownloadType: 0 };
    const address = await downloadAddress(margaret, { url: historyDownload.url, payload }, historyDownload.addressOf);
    const lines = (await openTab(testApp, margaret, address)).body.split('\r\n');
    expect(lines[1]).toContain(',Payment returned,');
    expect(lines[2]).toContain(',"Payment, E-Check (returned)",');
  });
});

describe('the history, page by page', () => {
  const columns: readonly [HistoryColumn, (item: HistoryItem) => string | number][] = [
    ['date', (item) => item.TransactionDate],
    ['time', (item) => item.TransactionTime],
    ['description', (item) => item.TransactionDescription.toLowerCase()],
    ['principal', (item) => item.PrincipalAmount],
    ['interest', (item) => item.InterestAmount],
    ['other', (item) => item.OtherAmount],
    ['total', (item) => item.TotalPaymentAmount],
    ['balance', (item) => item.RunningPrincipalBalance],
  ];

  async function allPages(more: Readonly<Record<string, string>>, days = 36_500): Promise<HistoryItem[]> {
    const items: HistoryItem[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await historyOf(margaret, AUTO, days, { limit: '7', ...(cursor ? { cursor } : {}), ...more });
      expect(page.List.length).toBeLessThanOrEqual(7);
      items.push(...page.List);
      cursor = page.NextCursor;
    } while (cursor);
    return items;
  }

  test('is complete and in order', async () => {
    const { List: whole } = await historyOf(margaret, AUTO, 36_500);
    expect(whole.length).toBeGreaterThan(21);
    expect(await allPages({})).toEqual(whole);
  });

  test.each([30, 60, 90, 500])('of the last %i days ends there', async (days) => {
    const { List: whole } = await historyOf(margaret, AUTO, days);
    expect(await allPages({}, days)).toEqual(whole);
  });

  test.each(columns)('sorts by %s across all entries, up and down', async (sort, valueOf) => {
    for (const direction of ['ascending', 'descending'] as const) {
      const items = await allPages({ sort, direction });
      const values = items.map(valueOf);
      const sign = direction === 'ascending' ? 1 : -1;
      expect(values).toEqual(values.toSorted((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)));
      const { List: whole } = await historyOf(margaret, AUTO, 36_500);
      expect(items.map(keyOf).toSorted()).toEqual(whole.map(keyOf).toSorted());
    }
  });

  test("shows nothing for another account's cursor", async () => {
    const { NextCursor } = await historyOf(margaret, AUTO, 36_500, { limit: '1' });
    const { List } = await historyOf(li, OWN, 36_500, { limit: '500', cursor: NextCursor ?? '' });
    const { List: own } = await historyOf(li, OWN, 36_500);
    const known = new Set(own.map(keyOf));
    expect(List.every((item) => known.has(keyOf(item)))).toBe(true);
  });

  function keyOf(item: HistoryItem): string {
    return JSON.stringify(item);
  }
});

describe('an account with very many entries', () => {
  const number = '109-010000-1';

  beforeAll(async () => {
    const { database } = testApp.services;
    const accountId = await addLoan(database, { number, customerId: '400101', state: { principalCents: ZERO } });
    await addEntries(accountId, 10_000);
  });

  test('shows recent days without reading the rest, and pages through everything', async () => {
    const recent = await historyOf(margaret, number, 30, { limit: '50' });
    expect(recent.List.length).toBeGreaterThan(10);
    expect(recent.List.every(({ TransactionDate }) => TransactionDate >= '2026-10-22')).toBe(true);
    const all = await historyOf(margaret, number, 36_500, { limit: '50' });
    expect(all.List).toHaveLength(50);
    expect(all.NextCursor).toMatch(/^\d+$/);
  });

  test('downloads completely', async () => {
    const payload = { AccountNumber: number, DaysOfHistory: 36_500, DownloadType: 0 };
    const address = await downloadAddress(margaret, { url: historyDownload.url, payload }, historyDownload.addressOf);
    const file = await openTab(testApp, margaret, address);
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(1 + 10_000);
  });

  test('never sends more than 500 entries at once', async () => {
    const { List } = await historyOf(margaret, number, 36_500);
    expect(List).toHaveLength(500);
  });

  /** Adds one fee a day, ending today. */
  async function addEntries(accountId: number, count: number): Promise<void> {
    const today = day('2026-11-21');
    const transfers = Array.from({ length: count }, (_, index) => {
      const on = addDays(today, index - count + 1);
      return {
        description: 'Fee',
        effectiveOn: on,
        postedAt: Temporal.Instant.from(`${on}T15:00:00Z`),
        paymentId: null,
        reversesTransferId: null,
        countedCents: ZERO,
        postings: [debit(ledger.otherFees, accountId, cents(100)), credit(ledger.otherFeeIncome, null, cents(100))],
      };
    });
    await inTransaction(testApp.services.database, (transaction) => writeBooks(transaction, { transfers }));
  }
});

test("an institution's own words for entries are shown in the list and in the file", async () => {
  const reworded = await createTestApp({ environment: { PASSBOOK_INSTITUTION: 'institutions/harbor-odd' } });
  try {
    const caller = await reworded.signIn('li.wei');
    const { List: history } = await historyOf(caller, OWN, 36_500);
    expect(new Set(history.map(({ TransactionDescription }) => TransactionDescription))).toEqual(
      new Set(['PAYMENT, CARD', 'PAYMENT, E-CHECK', 'LOAN DISBURSED']),
    );
    const payload = { AccountNumber: OWN, DaysOfHistory: 90, DownloadType: 0 };
    const address = await downloadAddress(caller, { url: historyDownload.url, payload }, historyDownload.addressOf);
    expect((await openTab(reworded, caller, address)).body).toContain('PAYMENT, E-CHECK');
  } finally {
    await reworded.close();
  }
});
