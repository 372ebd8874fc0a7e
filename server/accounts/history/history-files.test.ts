import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadAddress, historyDownload, openTab } from '#tests/builders/account-calls.ts';
import { historyOf } from '#tests/builders/history-calls.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT } from '#tests/builders/well-formed-calls.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

const AUTO = '101-004417-2';

let testApp: TestApp;
let li: SignedInCaller;
let margaret: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  li = await testApp.signIn('li.wei');
  margaret = await testApp.signIn('margaret.okafor');
});

afterAll(() => testApp.close());

describe('the history as CSV', () => {
  const ask = { AccountNumber: AUTO, DaysOfHistory: 365, DownloadType: 0 };
  const csvAddress = (caller: SignedInCaller, payload: Readonly<Record<string, unknown>> = ask) =>
    downloadAddress(caller, { url: historyDownload.url, payload }, historyDownload.addressOf);

  test('contains every entry with the same figures as the screen', async () => {
    const file = await openTab(testApp, margaret, await csvAddress(margaret));
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toBe('attachment; filename="history-101-004417-2.csv"');
    const [header, ...lines] = file.body.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(header).toBe(
      'Date,Time,Description,Principal,Interest,Other,Total Payment Amount,Running Principal Balance',
    );
    const { List } = await historyOf(margaret, AUTO, 365);
    expect(lines).toHaveLength(List.length);
    const first = List[0];
    expect(lines[0]?.split(',').slice(-5)).toEqual(
      [
        first?.PrincipalAmount,
        first?.InterestAmount,
        first?.OtherAmount,
        first?.TotalPaymentAmount,
        first?.RunningPrincipalBalance,
      ].map((amount) => amount?.toFixed(2)),
    );
  });

  test('starts no cell with a formula', async () => {
    const file = await openTab(
      testApp,
      margaret,
      await csvAddress(margaret, { ...ask, AccountNumber: '101-007730-5' }),
    );
    const cells = file.body.replace('\uFEFF', '').split(/[,\r\n]+/);
    expect(cells.length).toBeGreaterThan(50);
    expect(cells.filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([]);
  });

  test('downloads once per ticket', async () => {
    const address = await csvAddress(margaret);
    expect((await openTab(testApp, margaret, address)).statusCode).toBe(200);
    expect((await openTab(testApp, margaret, address)).statusCode).toBe(401);
  });

  test('cannot be downloaded a minute later', async () => {
    const address = await csvAddress(margaret);
    testApp.clock.moveOn({ seconds: 61 });
    expect((await openTab(testApp, margaret, address)).statusCode).toBe(401);
  });

  test('cannot be downloaded by another customer, in another session, or without a session', async () => {
    const address = await csvAddress(margaret);
    const again = await testApp.signIn('margaret.okafor');
    li = await testApp.signIn('li.wei');
    expect((await openTab(testApp, li, address)).statusCode).toBe(401);
    expect((await openTab(testApp, again, address)).statusCode).toBe(401);
    expect((await testApp.app.inject({ method: 'GET', url: address })).statusCode).toBe(401);
    expect((await openTab(testApp, margaret, address)).statusCode).toBe(200);
  });

  test.each([FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT])('of %s gets no ticket for another customer', async (AccountNumber) => {
    const answer = await li.call({ method: 'POST', url: historyDownload.url, payload: { ...ask, AccountNumber } });
    expect(answer.statusCode).toBe(404);
  });

  test('cannot be downloaded with a ticket for a quote', async () => {
    const payload = { AccountNumber: AUTO, EffectiveDate: '2026-12-01' };
    const quote = await margaret.call({
      method: 'POST',
      url: '/api/PaymentInformation/RetrieveDownloadToken',
      payload,
    });
    expect(quote.statusCode).toBe(200);
    expect((await openTab(testApp, margaret, historyDownload.addressOf(quote.body))).statusCode).toBe(401);
  });
});

describe('the history as PDF', () => {
  test('is a titled document with a table of every entry', async () => {
    const payload = { AccountNumber: AUTO, DaysOfHistory: 36_500, DownloadType: 1 };
    const address = await downloadAddress(margaret, { url: historyDownload.url, payload }, historyDownload.addressOf);
    const file = await openTab(testApp, margaret, address);
    expect(file.headers['content-type']).toBe('application/pdf');
    const pdf = await readPdf(file.rawPayload);
    expect(pdf).toMatchObject({ title: 'Account history 101-004417-2', language: 'en-US' });
    expect(pdf.tags.slice(0, 3)).toEqual(['Document', 'P', 'H1']);
    const { List } = await historyOf(margaret, AUTO, 36_500);
    const rows = pdf.tables.flat().filter(([first]) => /^\d\d\/\d\d\/\d{4}$/.test(first ?? ''));
    expect(rows).toHaveLength(List.length);
    expect(pdf.pages).toBeGreaterThan(1);
  });
});
