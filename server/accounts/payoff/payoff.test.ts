import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { downloadAddress, openTab, payoffDownload } from '#tests/builders/account-calls.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT } from '#tests/builders/well-formed-calls.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { day } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';

const AUTO = '101-004417-2';
const PAST_DUE = '101-007730-5';
const CLOSED = '101-001902-4';

let testApp: TestApp;
let margaret: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  margaret = await testApp.signIn('margaret.okafor');
});

afterAll(() => testApp.close());

function quote(caller: SignedInCaller, AccountNumber: string, PayOffDate: string) {
  const query = new URLSearchParams({ AccountNumber, PayOffDate });
  return caller.call({ method: 'GET', url: `/api/PaymentInformation/GetPayOffQuote?${query.toString()}` });
}

describe('a payoff quote', () => {
  test.each(['2026-11-21', '2026-12-15'])('for %s equals the books for that day', async (date) => {
    const answer = await quote(margaret, PAST_DUE, date);
    const books = await testApp.services.host.quotePayoff('400101', PAST_DUE, day(date));
    expect(answer.json()).toEqual({
      HasNoErrors: true,
      Errors: [],
      PayOffQuoteAmount: (books?.totalCents ?? 0) / 100,
    });
  });

  test('grows by interest from day to day', async () => {
    const amount = async (date: string) => (await quote(margaret, AUTO, date)).json<{ PayOffQuoteAmount: number }>();
    const [first, later] = [await amount('2026-11-21'), await amount('2026-12-21')];
    expect(later.PayOffQuoteAmount).toBeGreaterThan(first.PayOffQuoteAmount);
  });

  test.each([
    ['yesterday', '2026-11-20'],
    ['a day that does not exist', '2026-02-30'],
    ['no day', 'soon'],
    ['an empty text', ''],
  ])('is refused for %s', async (_name, date) => {
    expect((await quote(margaret, AUTO, date)).json()).toMatchObject({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: 'PayoffDateInvalid' }],
    });
  });

  test('is given up to sixty days ahead and not one more', async () => {
    expect((await quote(margaret, AUTO, '2027-01-20')).json()).toMatchObject({ HasNoErrors: true });
    for (const date of ['2027-01-21', '9999-12-31']) {
      expect((await quote(margaret, AUTO, date)).json()).toMatchObject({
        HasNoErrors: false,
        Errors: [{ ErrorMessage: 'PayoffDateTooFar' }],
        PayOffQuoteAmount: 0,
      });
    }
  });

  test('is refused when nothing is owed', async () => {
    expect((await quote(margaret, CLOSED, '2026-12-01')).json()).toMatchObject({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: 'NothingOwed' }],
    });
  });

  test("is refused for another customer's or an unknown account", async () => {
    const li = await testApp.signIn('li.wei');
    for (const account of [FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT]) {
      expect((await quote(li, account, '2026-12-01')).statusCode).toBe(404);
      const payload = { AccountNumber: account, EffectiveDate: '2026-12-01' };
      expect((await li.call({ method: 'POST', url: payoffDownload.url, payload })).statusCode).toBe(404);
    }
  });
});

describe('the breakdown of a payoff quote', () => {
  test('names the address of the institution for payoffs', async () => {
    const options = { 'payoffOptions.sendPaymentTo': ['Granite Payoffs', 'PO Box 77', 'Barre, VT 05641'] };
    await testApp.withOptions(options, async () => {
      const file = await openTab(testApp, margaret, await address(margaret, AUTO, '2026-12-15'));
      const { text } = await readPdf(file.rawPayload);
      for (const line of options['payoffOptions.sendPaymentTo']) expect(text).toContain(line);
    });
  });

  const address = (caller: SignedInCaller, AccountNumber: string, EffectiveDate: string) =>
    downloadAddress(
      caller,
      { url: payoffDownload.url, payload: { AccountNumber, EffectiveDate } },
      payoffDownload.addressOf,
    );

  test('shows the parts, how long it is valid, and where to send the money', async () => {
    const file = await openTab(testApp, margaret, await address(margaret, PAST_DUE, '2026-12-15'));
    expect(file.headers['content-disposition']).toBe('inline; filename="payoff-quote-101-007730-5-2026-12-15.pdf"');
    const pdf = await readPdf(file.rawPayload);
    const books = await testApp.services.host.quotePayoff('400101', PAST_DUE, day('2026-12-15'));
    if (!books) throw new Error('No quote was returned');
    expect(pdf).toMatchObject({ title: 'Payoff quote 101-007730-5', language: 'en-US', pages: 1 });
    expect(pdf.tables.flat()).toEqual([
      ['Principal balance', formatCents(books.principalCents)],
      ['Interest through 12/15/2026', formatCents(books.interestCents)],
      ['Late charges', formatCents(books.lateChargesCents)],
      ['Other fees', formatCents(books.otherFeesCents)],
      ['Payoff amount', formatCents(books.totalCents)],
      ['Interest per day', formatCents(books.perDiemCents)],
    ]);
    expect(pdf.text).toContain('good through 12/15/2026');
    expect(pdf.text).toContain('Payoff Department');
  });

  test('opens once, within a minute, in the session that asked', async () => {
    const once = await address(margaret, AUTO, '2026-12-01');
    expect((await openTab(testApp, margaret, once)).statusCode).toBe(200);
    expect((await openTab(testApp, margaret, once)).statusCode).toBe(401);
    const others = await address(margaret, AUTO, '2026-12-01');
    expect((await openTab(testApp, await testApp.signIn('li.wei'), others)).statusCode).toBe(401);
    expect((await openTab(testApp, await testApp.signIn('margaret.okafor'), others)).statusCode).toBe(401);
    testApp.clock.moveOn({ seconds: 61 });
    expect((await openTab(testApp, margaret, others)).statusCode).toBe(401);
  });

  test.each([
    ['a day that is over', AUTO, '2026-11-20', 'PayoffDateInvalid'],
    ['a loan that is paid', CLOSED, '2026-12-01', 'NothingOwed'],
  ])('gets no ticket for %s', async (_name, AccountNumber, EffectiveDate, code) => {
    const payload = { AccountNumber, EffectiveDate };
    const answer = await margaret.call({ method: 'POST', url: payoffDownload.url, payload });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ Errors: [{ ErrorMessage: code }] });
  });
});

describe('a loan that can be paid off only by phone', () => {
  test.each([
    ['106-000203-7', 'LockedForPayoff'],
    ['106-000211-4', 'InDispute'],
  ])('gives no quote or breakdown and says why: %s', async (AccountNumber, code) => {
    const dee = await testApp.signIn('dee.blocked');
    expect((await quote(dee, AccountNumber, '2026-12-01')).json()).toEqual({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: code }],
      PayOffQuoteAmount: 0,
    });
    const payload = { AccountNumber, EffectiveDate: '2026-12-01' };
    const answer = await dee.call({ method: 'POST', url: payoffDownload.url, payload });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ Errors: [{ ErrorMessage: code }] });
  });
});

describe('an institution without quotes', () => {
  test('refuses every call for one', async () => {
    const other = await createTestApp({ options: { 'globalOptions.usePayoffQuoteOption': false } });
    const caller = await other.signIn('margaret.okafor');
    expect((await quote(caller, AUTO, '2026-12-01')).statusCode).toBe(403);
    const payload = { AccountNumber: AUTO, EffectiveDate: '2026-12-01' };
    expect((await caller.call({ method: 'POST', url: payoffDownload.url, payload })).statusCode).toBe(403);
    await other.close();
  });
});
