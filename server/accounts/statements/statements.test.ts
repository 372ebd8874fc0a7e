import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StatementItem } from '#common/accounts/statements.api.ts';
import { day } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { BooksTables } from '#server/host/books/books-tables.ts';
import { openTab } from '#tests/builders/account-calls.ts';
import { listStatements, ticketFor } from '#tests/builders/statement-calls.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT } from '#tests/builders/well-formed-calls.ts';
import { readPdf } from '#tests/support/read-pdf.ts';

const AUTO = '101-004417-2';
const PAST_DUE = '101-007730-5';
const PERSONAL = '102-000318-8';
const CLOSED = '101-001902-4';
const CHECKING = '104-002210-3';

let testApp: TestApp;
let margaret: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  margaret = await testApp.signIn('margaret.okafor');
});

afterAll(() => testApp.close());

function viewAddress(item: StatementItem, UserToken: string): string {
  const { Date, Number, Start, End, Type, Id } = item;
  return `/api/AccountEstatements/ViewStatement?${new URLSearchParams({ Date, Number, Start, End, Type, Id, UserToken }).toString()}`;
}

async function view(caller: SignedInCaller, item: StatementItem) {
  return openTab(testApp, caller, viewAddress(item, await ticketFor(caller, item.Id)));
}

describe('an institution', () => {
  test('offers the years it wants to, at least this one', async () => {
    const query = new URLSearchParams({ AccountNumber: AUTO });
    const url = `/api/accountEStatements/GetStatementFormat?${query.toString()}`;
    const yearsOf = async (count: number) =>
      testApp.withOptions(
        { 'estatementOptions.yearsOffered': count },
        async () => (await margaret.call({ method: 'GET', url })).json<{ Years: number[] }>().Years,
      );
    expect(await yearsOf(3)).toEqual([2026, 2025, 2024]);
    expect(await yearsOf(0)).toEqual([2026]);
  });

  test('names the address for checks on the coupon', async () => {
    const [item] = await listStatements(margaret, AUTO, 2026);
    if (!item) throw new Error('No statement was found');
    const address = ['Granite Payments', 'PO Box 78', 'Barre, VT 05641'];
    await testApp.withOptions({ 'estatementOptions.paymentAddress': address }, async () => {
      const { text } = await readPdf((await view(margaret, item)).rawPayload);
      for (const line of address) expect(text).toContain(line);
    });
  });
});

describe('the list of statements', () => {
  test('contains every finished month, newest first, and the interest of a finished year', async () => {
    const thisYear = await listStatements(margaret, AUTO, 2026);
    expect(thisYear).toHaveLength(10);
    expect(thisYear[0]).toEqual({
      Date: '2026-10-31',
      Number: AUTO,
      Type: 'Statement',
      Id: `${AUTO}.2026-10`,
      Provider: 0,
      Start: '2026-10-01',
      End: '2026-10-31',
    });
    const lastYear = await listStatements(margaret, AUTO, 2025);
    expect(lastYear).toHaveLength(13);
    expect(lastYear[0]).toMatchObject({ Type: 'InterestSummary', Id: `${AUTO}.2025`, Date: '2025-12-31' });
  });

  test('goes back three years', async () => {
    const counts = await Promise.all([2026, 2025, 2024].map((year) => listStatements(margaret, AUTO, year)));
    expect(counts.every((list) => list.length >= 10)).toBe(true);
  });

  test('is empty for a year before the account and for a deposit, and ends with a closed loan', async () => {
    expect(await listStatements(margaret, AUTO, 2010)).toEqual([]);
    expect(await listStatements(margaret, CHECKING, 2026)).toEqual([]);
    const closed = await listStatements(margaret, CLOSED, 2026);
    expect(closed[0]?.Date).toBe('2026-04-30');
  });
});

describe('the statements of a loan with a blocked history', () => {
  const BLOCKED = '106-000336-4';

  test('are neither listed nor opened, and the list says why', async () => {
    const dee = await testApp.signIn('dee.blocked');
    const block = (blocked: boolean) =>
      testApp.services.database
        .withTables<BooksTables>()
        .updateTable('loans')
        .set({ history_blocked: blocked })
        .where('account_id', '=', (query) =>
          query.selectFrom('accounts').select('account_id').where('account_number', '=', BLOCKED),
        )
        .execute();
    await block(false);
    const [statement] = await listStatements(dee, BLOCKED, 2026);
    if (!statement) throw new Error('The loan has no statement to withhold');
    expect((await view(dee, statement)).statusCode).toBe(200);
    await block(true);
    const query = new URLSearchParams({ AccountNumber: BLOCKED, Year: '2026' });
    const list = await dee.call({
      method: 'GET',
      url: `/api/accountEStatements/GetStatementList?${query.toString()}`,
    });
    expect(list.json()).toEqual({
      HasNoErrors: false,
      Errors: [{ ErrorMessage: 'HistoryBlocked' }],
      StatementList: [],
    });
    expect((await view(dee, statement)).statusCode).toBe(404);
  });
});

describe('a statement', () => {
  test('shows balances, entries and amounts due in words and tables a screen reader can read', async () => {
    const [item] = await listStatements(margaret, PAST_DUE, 2026);
    if (!item) throw new Error('The statement was not found');
    const file = await view(margaret, item);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="statement-${item.Id}.pdf"`,
    });
    const pdf = await readPdf(file.rawPayload);
    expect(pdf).toMatchObject({ title: `Account statement ${PAST_DUE}`, language: 'en-US', pages: 1 });
    expect(pdf.tags.slice(0, 3)).toEqual(['Document', 'P', 'H1']);
    expect(pdf.tags).toEqual(expect.arrayContaining(['H2', 'Table', 'TR', 'TH', 'TD']));
    for (const words of ['First Harbor Lending', 'Margaret Okafor', '10/01/2026 to 10/31/2026', 'Payment coupon']) {
      expect(pdf.text).toContain(words);
    }
    const [balance, , due, year, transactions, coupon] = pdf.tables;
    expect(balance?.map(([label]) => label)).toEqual(['Previous balance', 'Advances', 'Principal paid', 'New balance']);
    expect(due?.map(([label]) => label)).toEqual(['Past due', 'Payment this period', 'Fees', 'Total due']);
    expect(year?.map(([label]) => label)).toEqual(['Interest paid', 'Fees charged']);
    expect(transactions?.[0]).toEqual(['Date', 'Description', 'Principal', 'Interest', 'Fees', 'Total', 'Balance']);
    expect(coupon?.[0]).toEqual(['Account number', `${PAST_DUE} · Margaret Okafor`]);
  });

  test('is the same file, byte for byte, on every view and after every change', async () => {
    const item = (await listStatements(margaret, PERSONAL, 2026))[0];
    if (!item) throw new Error('The statement was not found');
    const first = await view(margaret, item);
    await testApp.services.host.changeMailingAddress({
      accountNumber: PERSONAL,
      address: { address1: '9 Elsewhere Lane', city: 'Bangor', state: 'ME', zipCode: '04401' },
      at: testApp.clock.now(),
    });
    testApp.clock.moveOn({ minutes: 2 });
    const second = await view(margaret, item);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
  });

  test('opens by ticket, once, within a minute, in the session that asked', async () => {
    const [item, other] = await listStatements(margaret, AUTO, 2026);
    if (!item || !other) throw new Error('No statements were found');
    const address = viewAddress(item, await ticketFor(margaret, item.Id));
    expect((await openTab(testApp, margaret, address)).statusCode).toBe(200);
    expect((await openTab(testApp, margaret, address)).statusCode).toBe(401);
    const forOther = viewAddress(item, await ticketFor(margaret, other.Id));
    expect((await openTab(testApp, margaret, forOther)).statusCode).toBe(401);
    const forUrl = viewAddress(item, await ticketFor(margaret, item.Id, 'findStatementUrl'));
    expect((await openTab(testApp, margaret, forUrl)).statusCode).toBe(401);
    const elsewhere = viewAddress(item, await ticketFor(margaret, item.Id));
    expect((await openTab(testApp, await testApp.signIn('margaret.okafor'), elsewhere)).statusCode).toBe(401);
    testApp.clock.moveOn({ seconds: 61 });
    expect((await openTab(testApp, margaret, elsewhere)).statusCode).toBe(401);
  });

  test('of another customer, or one never listed, is not found even with a ticket', async () => {
    margaret = await testApp.signIn('margaret.okafor');
    const [item] = await listStatements(margaret, AUTO, 2026);
    if (!item) throw new Error('The statement was not found');
    const li = await testApp.signIn('li.wei');
    expect((await view(li, item)).statusCode).toBe(404);
    expect((await view(li, { ...item, Number: UNKNOWN_ACCOUNT })).statusCode).toBe(404);
    expect((await view(li, { ...item, Number: '101-005520-1' })).statusCode).toBe(404);
    for (const odd of [
      { ...item, Id: `${AUTO}.2026-11`, Date: '2026-11-30' },
      { ...item, Date: '2026-09-30' },
      { ...item, Type: 'InterestSummary' as const },
      { ...item, Id: `${AUTO}.2026` },
      { ...item, Number: PAST_DUE },
      { ...item, Date: 'soon' },
    ]) {
      expect((await view(margaret, odd)).statusCode).toBe(404);
    }
  });

  test("is never opened with the session's own token; trying ends the session", async () => {
    const caller = await testApp.signIn('margaret.okafor');
    const [item] = await listStatements(caller, AUTO, 2026);
    if (!item) throw new Error('The statement was not found');
    expect((await openTab(testApp, caller, viewAddress(item, caller.headers.usertoken))).statusCode).toBe(401);
    expect((await caller.call({ method: 'GET', url: '/api/accountList' })).statusCode).toBe(401);
  });

  test.each([FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT])('of %s is not listed for another customer', async (account) => {
    const li = await testApp.signIn('li.wei');
    const query = new URLSearchParams({ AccountNumber: account, Year: '2026' });
    const answer = await li.call({
      method: 'GET',
      url: `/api/accountEStatements/GetStatementList?${query.toString()}`,
    });
    expect(answer.statusCode).toBe(404);
  });
});

describe('the interest of a year', () => {
  test('equals the books, month by month', async () => {
    margaret = await testApp.signIn('margaret.okafor');
    const [item] = await listStatements(margaret, AUTO, 2025);
    if (!item) throw new Error('The summary was not found');
    const pdf = await readPdf((await view(margaret, item)).rawPayload);
    const books = await testApp.services.host.readInterestOfYear('400101', AUTO, 2025);
    if (!books) throw new Error('The account was not found');
    expect(pdf.title).toBe(`Interest paid in 2025 ${AUTO}`);
    const [months] = pdf.tables;
    expect(months).toHaveLength(1 + books.months.length + 1);
    expect(months?.at(-1)).toEqual(['Interest paid in 2025', formatCents(books.totalCents)]);
    expect(months?.slice(1, -1).map(([, interest]) => interest)).toEqual(
      books.months.map(({ interestCents }) => formatCents(interestCents)),
    );
  });
});

describe('a late charge that staff waive', () => {
  test('stays on the statement that was issued, and the next one shows that it was waived', async () => {
    const { host, institution } = testApp.services;
    const caller = await testApp.signIn('margaret.okafor');
    const october = (await listStatements(caller, PAST_DUE, 2026)).find(({ Id }) => Id === `${PAST_DUE}.2026-10`);
    if (!october) throw new Error('The statement was not found');
    const issued = await view(caller, october);
    const startsAt = Temporal.PlainDate.from('2026-10-01').toZonedDateTime(institution.timeZone).toInstant();
    const endsAt = Temporal.PlainDate.from('2026-11-01').toZonedDateTime(institution.timeZone).toInstant();
    const yearStartsAt = Temporal.PlainDate.from('2026-01-01').toZonedDateTime(institution.timeZone).toInstant();
    const period = { from: day('2026-10-01'), through: day('2026-10-31'), startsAt, endsAt, yearStartsAt };
    const figures = await host.readStatement('400101', PAST_DUE, period);

    const charges = await host.listLateCharges('400101', PAST_DUE);
    const charge = charges.find(({ owed, chargedOn }) => owed && chargedOn <= '2026-10-31');
    if (!charge) throw new Error('The loan owes no late charge of October');
    const reversal = { accountNumber: PAST_DUE, chargeId: charge.chargeId };
    const { today: effectiveOn, at: postedAt } = testApp.clock.moment();
    await host.reverseLateCharge({ ...reversal, effectiveOn, postedAt });

    expect((await view(caller, october)).rawPayload.equals(issued.rawPayload)).toBe(true);
    // One that is made only now says the same.
    expect(await host.readStatement('400101', PAST_DUE, period)).toEqual(figures);

    testApp.clock.moveOn({ days: 12 });
    const later = await testApp.signIn('margaret.okafor');
    const november = (await listStatements(later, PAST_DUE, 2026)).find(({ Id }) => Id === `${PAST_DUE}.2026-11`);
    if (!november) throw new Error('The statement was not found');
    const text = (await readPdf((await view(later, november)).rawPayload)).text;
    expect(text).toContain('Late charge waived');
    expect(text).toContain('Fees paid or waived');
  });
});
