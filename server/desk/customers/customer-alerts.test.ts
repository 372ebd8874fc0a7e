import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountAlerts, noAlerts } from '#common/accounts/rules/alerts.ts';
import { defaultNotifications, type NotificationPreferences } from '#common/profile/rules/notifications.ts';
import { saveAlerts } from '#server/accounts/alerts.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { findPreferences, savePreferences } from '#server/messages/notification-preferences.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const customerId = '400102';
const accountNumber = '101-005520-1';
let test: TestApp;
let agent: DeskCaller;
let userId: number;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  agent = await enterDesk(test, 'agent');
  await agent.open(customerId);
  userId = (await findUserByLogin(test.services.database, 'li.wei'))?.userId ?? 0;
});

beforeEach(async () => {
  await chooseAlerts(noAlerts);
  await chooseNotices(defaultNotifications);
});

afterAll(() => test.close());

function chooseAlerts(alerts: AccountAlerts) {
  return saveAlerts(test.services.database, { userId, accountNumber }, alerts, test.clock.now());
}

async function chooseNotices(preferences: NotificationPreferences) {
  const { sequenceNumber } = await findPreferences(test.services.database, userId);
  const save = { userId, sequenceNumber, preferences, at: test.clock.now() };
  expect(await inTransaction(test.services.database, (transaction) => savePreferences(transaction, save))).toBe(true);
}

async function alerts() {
  const answer = await agent.get(`/api/desk/customer/alerts?customerId=${customerId}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const always = ['moneyTransOnWeb', 'loginNameChange', 'passwordGenerated', 'passwordChanged', 'emailAddressChanged'];
const withTexts = { 'globalOptions.useTextMessagesOption': true };

const alertsOn: AccountAlerts = {
  email: {
    delinquent: true,
    statement: false,
    dueDates: [
      { on: true, before: true, days: '15' },
      { on: true, before: false, days: '3' },
      { on: true, before: true, days: '' },
      { on: false, before: true, days: '7' },
    ],
  },
  text: { delinquent: false, statement: true },
};

describe('what a customer has switched on', () => {
  it('is what goes out without a choice', async () => {
    const [login] = (await alerts()).logins;
    expect(login).toMatchObject({
      loginName: 'li.wei',
      turnedOffAll: false,
      notices: { email: ['userRestricted', 'restrictedPasswordViolation', ...always], text: [] },
      sendsAccountAlerts: { email: true, text: true },
      accounts: [],
    });
  });

  it('is shown by account and channel, with its days', async () => {
    await chooseAlerts(alertsOn);
    const shown = await alerts();
    expect(shown.delinquentAfterDays).toBe(test.services.institution.servicing.delinquentAfterDays);
    expect(shown.logins[0].accounts).toEqual([
      {
        accountNumber,
        email: {
          delinquent: true,
          statement: false,
          dueDates: [
            { before: true, days: 15 },
            { before: false, days: 3 },
            { before: true, days: 0 },
          ],
        },
        text: { delinquent: false, statement: true },
      },
    ]);
  });

  it('is silent where the customer turned it off, except for what is always sent', async () => {
    await chooseNotices({ ...defaultNotifications, turnOffAll: true });
    expect((await alerts()).logins[0]).toMatchObject({
      turnedOffAll: true,
      notices: { email: always, text: [] },
      sendsAccountAlerts: { email: false, text: false },
    });
    const text = { ...defaultNotifications.text, userLogsOn: true, optOutTransactionalAlerts: true };
    await chooseNotices({ ...defaultNotifications, text });
    expect((await alerts()).logins[0]).toMatchObject({
      turnedOffAll: false,
      notices: { text: ['userLogsOn'] },
      sendsAccountAlerts: { email: true, text: false },
    });
  });

  it('leaves out what the institution does not send', async () => {
    await test.withOptions({ 'notificationOptions.hideUserRestricted': true }, async () => {
      expect((await alerts()).logins[0].notices.email).not.toContain('userRestricted');
    });
  });

  it('says whether texts can reach the customer', async () => {
    const contacts = await test.services.host.findContacts(customerId);
    if (!contacts) throw new Error('No contacts');
    const reachedBy = (textsAgreed: boolean) => ({
      findContacts: async () => ({
        ...contacts,
        phones: contacts.phones.map((phone) => ({ ...phone, textsAgreed })),
      }),
    });
    await test.withOptions({ 'globalOptions.useTextMessagesOption': false }, async () => {
      expect((await alerts()).texts).toBe('off');
    });
    await test.withOptions(withTexts, async () => {
      await test.withHost(reachedBy(true), async () => expect((await alerts()).texts).toBe('reach'));
      await test.withHost(reachedBy(false), async () => expect((await alerts()).texts).toBe('noPhoneAgreed'));
    });
  });
});

it('no one sees it without opening the customer', async () => {
  const other = await enterDesk(test, 'agent');
  const answer = await other.get(`/api/desk/customer/alerts?customerId=${customerId}`);
  expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'OpenFirst' }]);
});
