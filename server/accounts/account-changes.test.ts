import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertsToWire } from '#common/accounts/account-details.wire.ts';
import { noAlerts, withDueDateAlert } from '#common/accounts/rules/alerts.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { withoutTextMessages, withRevisedTextTerms } from '#tests/builders/changed-institution.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';
import { agreeToTexting } from '#tests/builders/texting-consent.ts';
import { FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT } from '#tests/builders/well-formed-calls.ts';

const loan = '101-005520-1';
const closedLoan = '101-001902-4';

let testApp: TestApp;
let li: SignedInCaller;
let margaret: SignedInCaller;

beforeAll(async () => {
  testApp = await createTestApp();
  li = await testApp.signIn('li.wei');
  margaret = await testApp.signIn('margaret.okafor');
});

afterAll(() => testApp.close());

describe('the mailing address of a loan', () => {
  const cambridge = { Address1: ' 5 Brattle Street ', City: 'Cambridge', State: 'MA', ZipCode: '02139' };

  test('changes for this loan only, and the customer is notified', async () => {
    const answer = await updateAddress(margaret, '101-004417-2', cambridge);
    const kept = { ...cambridge, Address1: '5 Brattle Street' };
    expect(answer).toEqual({ HasNoErrors: true, Errors: [], Address: kept });
    expect(await addressOf(margaret, '101-004417-2')).toEqual(kept);
    expect(await addressOf(margaret, '101-007730-5')).toMatchObject({ City: 'Portland' });
    const [newest] = await listNewestMessages(testApp.services, 1);
    expect(newest).toMatchObject({
      recipient: 'margaret.okafor@example.com',
      subject: "Your loan's mailing address was changed",
    });
    expect(newest?.body).not.toContain('Brattle');
  });

  test('can change again', async () => {
    await updateAddress(margaret, '101-004417-2', { ...cambridge, Address1: '6 Brattle Street' });
    expect(await addressOf(margaret, '101-004417-2')).toMatchObject({ Address1: '6 Brattle Street' });
  });

  test.each([
    ['a city of another zip code', { City: 'Boston' }, 'ZipCityNoMatch'],
    ['the same city in another state', { State: 'MD' }, 'ZipCityNoMatch'],
    ['an unknown zip code', { ZipCode: '00000' }, 'ZipCityNoMatch'],
    ['markup for a street', { Address1: '<script>alert(1)</script>' }, 'CorrectErrors'],
    ['no street', { Address1: ' ' }, 'CorrectErrors'],
    ['an unknown state', { State: 'ZZ' }, 'CorrectErrors'],
    ['a zip code of four digits', { ZipCode: '0213' }, 'CorrectErrors'],
    ['a city that is too long', { City: 'x'.repeat(21) }, 'CorrectErrors'],
  ])('stays the same with %s', async (_name, change, code) => {
    const before = await addressOf(li, loan);
    const answer = await updateAddress(li, loan, { ...cambridge, ...change });
    expect(answer).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: code }] });
    expect(await addressOf(li, loan)).toEqual(before);
  });

  test('is not replaced if it changed since it was shown', async () => {
    const shown = await addressOf(margaret, '101-004417-2');
    const elsewhere = { ...cambridge, Address1: '7 Brattle Street' };
    await updateAddress(margaret, '101-004417-2', elsewhere, shown);
    expect(await updateAddress(margaret, '101-004417-2', cambridge, shown)).toMatchObject({
      Errors: [{ ErrorMessage: 'Stale' }],
    });
    expect(await addressOf(margaret, '101-004417-2')).toEqual(elsewhere);
    expect(await updateAddress(margaret, '101-004417-2', cambridge, elsewhere)).toMatchObject({ HasNoErrors: true });
  });

  test('sends no email if it is unchanged', async () => {
    const [before] = await listNewestMessages(testApp.services, 1);
    const current = await addressOf(margaret, '101-004417-2');
    expect(await updateAddress(margaret, '101-004417-2', current)).toMatchObject({ HasNoErrors: true });
    expect(await listNewestMessages(testApp.services, 1)).toEqual([before]);
  });

  test('of a closed loan cannot change', async () => {
    expect(await updateAddress(margaret, closedLoan, cambridge)).toMatchObject({ Errors: [{ ErrorMessage: 'Error' }] });
  });
});

describe('the alerts of an account', () => {
  const [first] = noAlerts.email.dueDates;
  const wanted = withDueDateAlert({ ...noAlerts, text: { delinquent: true, statement: false } }, 0, {
    ...first,
    on: true,
    days: '15',
  });

  test('by text message require accepted terms', async () => {
    expect(await saveAlerts(li, loan, alertsToWire(wanted))).toMatchObject({ HasNoErrors: false });
    await agreeToTexting(li);
  });

  test('are saved as chosen', async () => {
    const kept = { HasNoErrors: true, Errors: [], Alerts: alertsToWire(wanted) };
    expect(await saveAlerts(li, loan, alertsToWire(wanted))).toEqual(kept);
    expect((await detailsOf(li, loan)).Alerts).toEqual(alertsToWire(wanted));
  });

  test('by text message continue under revised terms; only new ones need acceptance', async () => {
    await testApp.withInstitution(withRevisedTextTerms, async () => {
      expect(await saveAlerts(li, loan, alertsToWire(wanted))).toMatchObject({ HasNoErrors: true });
      const more = alertsToWire({ ...wanted, text: { delinquent: true, statement: true } });
      expect(await saveAlerts(li, loan, more)).toMatchObject({ Errors: [{ ErrorMessage: 'Error' }] });
    });
  });

  test('by text message are hidden where texts are off, without blocking a save', async () => {
    await testApp.withInstitution(withoutTextMessages, async () => {
      const { Alerts } = await detailsOf(li, loan);
      expect(Alerts).toEqual(alertsToWire({ ...wanted, text: noAlerts.text }));
      expect(await saveAlerts(li, loan, Alerts)).toMatchObject({ HasNoErrors: true });
    });
  });

  test('changed in two windows keep both changes', async () => {
    const shown = alertsToWire(wanted);
    const first = alertsToWire({ ...wanted, email: { ...wanted.email, delinquent: true } });
    const second = alertsToWire(withDueDateAlert(wanted, 1, { on: true, before: false, days: '2' }));
    expect(await saveAlerts(li, loan, { ...first, Before: shown })).toMatchObject({ HasNoErrors: true });
    expect(await saveAlerts(li, loan, { ...second, Before: shown })).toMatchObject({ HasNoErrors: true });
    expect((await detailsOf(li, loan)).Alerts).toMatchObject({
      EmailAlerts: { AlertLoanDelinquent: true, AlertLoanDueDate2Days: '2' },
    });
    const third = alertsToWire(withDueDateAlert(wanted, 1, { on: true, before: false, days: '9' }));
    expect(await saveAlerts(li, loan, { ...third, Before: shown })).toMatchObject({
      Errors: [{ ErrorMessage: 'Stale' }],
    });
  });

  test('of a closed loan cannot change', async () => {
    expect(await saveAlerts(margaret, closedLoan, alertsToWire(wanted))).toMatchObject({ HasNoErrors: false });
  });

  test.each([
    ['letters', '1a'],
    ['more digits than the field takes', '1234'],
  ])('refuse %s for days', async (_name, days) => {
    const alerts = alertsToWire(wanted);
    const EmailAlerts = { ...alerts.EmailAlerts, AlertLoanDueDate1Days: days };
    expect(await saveAlerts(li, loan, { ...alerts, EmailAlerts })).toMatchObject({
      Errors: [{ ErrorMessage: 'InvalidInput' }],
    });
  });

  test("by text message need the institution's option", async () => {
    const quiet = await createTestApp({ options: { 'globalOptions.useTextMessagesOption': false } });
    try {
      const caller = await quiet.signIn('li.wei');
      expect(await saveAlerts(caller, loan, alertsToWire(wanted))).toMatchObject({ HasNoErrors: false });
      const byMail = alertsToWire({ ...wanted, text: noAlerts.text });
      expect(await saveAlerts(caller, loan, byMail)).toMatchObject({ HasNoErrors: true });
    } finally {
      await quiet.close();
    }
  });
});

describe('hiding a loan from the web', () => {
  test('removes it from every list and call', async () => {
    const caller = await testApp.signIn('acme.supply');
    const number = '102-004100-9';
    expect(await post(caller, '/api/Account/ShowHideAccount', { AccountNumber: number })).toMatchObject({
      HasNoErrors: true,
    });
    const list = (await caller.call({ method: 'GET', url: '/api/accountList' })).json<{
      Accounts: { Number: string }[];
    }>();
    expect(list.Accounts.map(({ Number: each }) => each)).toEqual(['102-004101-7']);
    const details = await caller.call({ method: 'GET', url: `/api/AccountDetails?accountNumber=${number}` });
    expect(details.statusCode).toBe(404);
  });

  test('sends its electronic statements on paper, also after staff show it again, until the customer chooses', async () => {
    const number = '101-004417-2';
    const format = async () => {
      const url = `/api/AccountEStatements/GetStatementFormat?AccountNumber=${number}`;
      return (await margaret.call({ method: 'GET', url })).json<{ Format: string; AgreementsNeeded: number[] }>();
    };
    const electronic = async () =>
      (await testApp.services.host.listElectronicAccounts('', 1_000)).map(({ accountNumber }) => accountNumber);
    expect(await format()).toMatchObject({ Format: 'ElectronicOnly' });
    expect(await post(margaret, '/api/Account/ShowHideAccount', { AccountNumber: number })).toMatchObject({
      HasNoErrors: true,
    });
    const shown = async () =>
      (await testApp.services.host.listAccounts('400101', testApp.clock.today(), forStaff)).find(
        (account) => account.number === number,
      );
    expect(await shown()).toMatchObject({ hidden: true, statementPreference: 'Paper' });
    expect(await electronic()).not.toContain(number);
    await testApp.services.host.showOnWeb(number);
    expect(await format()).toMatchObject({ Format: 'PaperOnly', AgreementsNeeded: [] });
    const payload = { AccountNumber: number, AccountType: 0, Format: 'ElectronicOnly' };
    expect(await post(margaret, '/api/AccountEStatements/SetStatementFormat', payload)).toMatchObject({
      HasNoErrors: true,
    });
    expect(await electronic()).toContain(number);
  });

  test('while e-statements are turned on in another tab never leaves it hidden with electronic statements', async () => {
    const { host } = testApp.services;
    const number = '101-004417-2';
    const hide = () => post(margaret, '/api/Account/ShowHideAccount', { AccountNumber: number });
    const payload = { AccountNumber: number, AccountType: 0, Format: 'ElectronicOnly' };
    const turnOn = () => margaret.call({ method: 'POST', url: '/api/AccountEStatements/SetStatementFormat', payload });
    await hide();
    for (let round = 0; round < 5; round += 1) {
      await host.showOnWeb(number);
      await Promise.all([turnOn(), hide()]);
      const accounts = await host.listAccounts('400101', testApp.clock.today(), forStaff);
      expect(accounts.find((account) => account.number === number)).toMatchObject({
        hidden: true,
        statementPreference: 'Paper',
      });
    }
    await host.showOnWeb(number);
    expect((await turnOn()).statusCode).toBe(200);
  });

  describe('with scheduled payments', () => {
    const number = '101-006107-2';

    test('keeps them', async () => {
      const sam = await testApp.signIn('sam.rivera');
      expect(await post(sam, '/api/Account/ShowHideAccount', { AccountNumber: '101-006106-4' })).toMatchObject({
        HasNoErrors: true,
      });
      expect(await recurringStates('101-006106-4')).toEqual(['active']);
    });

    test('stops them as well if asked, and tells the customer', async () => {
      const sam = await testApp.signIn('sam.rivera');
      const payload = { AccountNumber: number, StopPayments: true };
      expect(await post(sam, '/api/Account/ShowHideAccount', payload)).toMatchObject({ HasNoErrors: true });
      expect(await recurringStates(number)).toEqual(['cancelled']);
      const [told] = await listNewestMessages(testApp.services, 1);
      expect(told).toMatchObject({
        recipient: 'sam.rivera@example.com',
        subject: 'Your upcoming payment was deleted',
      });
      expect(told?.body).toContain(number);
    });

    test('changes nothing if customers may not stop them', async () => {
      const acme = await testApp.signIn('margaret.okafor');
      const payload = { AccountNumber: '102-000318-8', StopPayments: true };
      const forbids = {
        'paymentOptions.allowScheduledDeletion': false,
        'paymentOptions.useScheduledPaymentManager': false,
      };
      const answer = await testApp.withOptions(forbids, () => post(acme, '/api/Account/ShowHideAccount', payload));
      expect(answer).toMatchObject({ HasNoErrors: false });
      expect((await margaret.call({ method: 'GET', url: '/api/accountList' })).body).toContain('102-000318-8');
    });
  });

  test.each([FOREIGN_ACCOUNT, UNKNOWN_ACCOUNT])('is refused for %s', async (number) => {
    expect(await post(li, '/api/Account/ShowHideAccount', { AccountNumber: number })).toMatchObject({
      Errors: [{ ErrorMessage: 'NotFound' }],
    });
    expect((await margaret.call({ method: 'GET', url: '/api/accountList' })).body).toContain(FOREIGN_ACCOUNT);
  });

  test('is refused for a deposit', async () => {
    const number = '104-002210-3';
    expect(await post(margaret, '/api/Account/ShowHideAccount', { AccountNumber: number })).toMatchObject({
      HasNoErrors: false,
    });
    expect((await margaret.call({ method: 'GET', url: '/api/accountList' })).body).toContain(number);
  });
});

async function recurringStates(accountNumber: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from recurring_payments where account_number = ${accountNumber}`.execute(testApp.services.database);
  return rows.map(({ state }) => state);
}

type Address = Readonly<Record<'Address1' | 'City' | 'State' | 'ZipCode', string>>;

function updateAddress(caller: SignedInCaller, number: string, address: Address, Before?: Address): Promise<unknown> {
  return post(caller, '/api/Account/UpdateAddress', { AccountNumber: number, Address: address, Before });
}

function saveAlerts(caller: SignedInCaller, number: string, alerts: object): Promise<unknown> {
  return post(caller, '/api/AccountAlerts', { AccountNumber: number, ...alerts });
}

async function post(caller: SignedInCaller, url: string, payload: object): Promise<unknown> {
  return (await caller.call({ method: 'POST', url, payload })).json();
}

async function detailsOf(caller: SignedInCaller, number: string) {
  const response = await caller.call({ method: 'GET', url: `/api/AccountDetails?accountNumber=${number}` });
  return response.json<{ Information: { Address: Address }; Alerts: object }>();
}

async function addressOf(caller: SignedInCaller, number: string): Promise<Address> {
  return (await detailsOf(caller, number)).Information.Address;
}
