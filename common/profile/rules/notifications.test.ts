import { describe, expect, it } from 'vitest';
import {
  choosesTexts,
  defaultNotifications,
  isOptOut,
  isSameNotifications,
  isWanted,
  type MessageClass,
  type NotificationChannel,
  type NotificationFlag,
  type NotificationPreferences,
  settledNotifications,
  withoutTexts,
} from './notifications.ts';

function withNotification(
  preferences: NotificationPreferences,
  channel: NotificationChannel,
  flag: NotificationFlag,
  on: boolean,
): NotificationPreferences {
  return { ...preferences, [channel]: { ...preferences[channel], [flag]: on } };
}

const nothing: NotificationPreferences = {
  ...defaultNotifications,
  email: Object.fromEntries(Object.keys(defaultNotifications.email).map((flag) => [flag, false])) as never,
};
const logsOn = withNotification(withNotification(nothing, 'email', 'userLogsOn', true), 'text', 'userLogsOn', true);
const off = { ...logsOn, turnOffAll: true };
const noTransactions = withNotification(
  withNotification(logsOn, 'email', 'optOutTransactionalAlerts', true),
  'text',
  'moneyTransOnWeb',
  true,
);
const noTextTransactions = withNotification(noTransactions, 'text', 'optOutTransactionalAlerts', true);
const stays = { ofOptionalEmail: false };
const out = { ofOptionalEmail: true };

type Case = readonly [string, MessageClass, NotificationChannel, NotificationPreferences, typeof stays, boolean];

describe('whether a user gets a message', () => {
  it.each<Case>([
    ['a code is sent to a user who turned everything off', 'necessary', 'email', off, out, true],
    ['a changed password is always emailed', 'passwordChanged', 'email', off, out, true],
    ['and so is the link to a new one', 'passwordGenerated', 'email', nothing, out, true],
    ['by text it is a choice', 'passwordChanged', 'text', nothing, stays, false],
    ['a sign-in is sent to a user who chose it', 'userLogsOn', 'email', logsOn, stays, true],
    ['and by text', 'userLogsOn', 'text', logsOn, stays, true],
    ['and to no other user', 'userLogsOn', 'email', nothing, stays, false],
    ['turning everything off wins', 'userLogsOn', 'email', off, stays, false],
    ['also by text', 'userLogsOn', 'text', off, stays, false],
    ['opting out by the link of an email stops email', 'userLogsOn', 'email', logsOn, out, false],
    ['but no text', 'userLogsOn', 'text', logsOn, out, true],
    ['an account alert is sent', 'accountAlert', 'email', nothing, stays, true],
    ['unless everything is off', 'accountAlert', 'email', off, stays, false],
    ['or the link was used', 'accountAlert', 'email', nothing, out, false],
    ['or transactional email is not wanted', 'accountAlert', 'email', noTransactions, stays, false],
    ["which doesn't mention texts", 'accountAlert', 'text', noTransactions, stays, true],
    ['money by text', 'moneyTransOnWeb', 'text', noTransactions, stays, true],
    ['unless transactional texts are not wanted', 'moneyTransOnWeb', 'text', noTextTransactions, stays, false],
    ['a sign-in is not a transaction', 'userLogsOn', 'text', noTextTransactions, stays, true],
  ])('%s', (_what, messageClass, channel, preferences, optOuts, wanted) => {
    expect(isWanted(messageClass, channel, preferences, optOuts)).toBe(wanted);
  });
});

it('emails that are always sent stay on, whatever the client sends', () => {
  expect(settledNotifications(nothing).email).toMatchObject({ passwordChanged: true, userLogsOn: false });
});

it('opting out stays when texts are unavailable', () => {
  const texted = withNotification(logsOn, 'text', 'optOutMarketingAlerts', true);
  expect(withoutTexts(texted).text).toMatchObject({ userLogsOn: false, optOutMarketingAlerts: true });
});

describe('choosing texts', () => {
  const texted = withNotification(nothing, 'text', 'userLogsOn', true);

  it.each([
    ['when the first one is', texted, nothing, true],
    ['when one is added', withNotification(texted, 'text', 'userRestricted', true), texted, true],
    ['not when they stay', texted, texted, false],
    ['not when they go', nothing, texted, false],
    ['not by email', withNotification(nothing, 'email', 'userLogsOn', true), nothing, false],
    ['not by opting out of them', withNotification(nothing, 'text', 'optOutMarketingAlerts', true), nothing, false],
  ])('%s', (_when, wanted, before, chosen) => {
    expect(choosesTexts(wanted, before)).toBe(chosen);
  });
});

describe('what a customer finds before choosing anything', () => {
  it('is warnings by email, with those that cannot be turned off, and no text messages', () => {
    const on = (channel: NotificationChannel) =>
      Object.entries(defaultNotifications[channel]).flatMap(([flag, value]) => (value ? [flag] : []));
    expect(defaultNotifications.turnOffAll).toBe(false);
    expect(on('email')).toEqual([
      'userRestricted',
      'restrictedPasswordViolation',
      'moneyTransOnWeb',
      'loginNameChange',
      'passwordGenerated',
      'passwordChanged',
      'emailAddressChanged',
    ]);
    expect(on('text')).toEqual([]);
  });
});

describe('two choices', () => {
  it('are the same if everything is', () => {
    expect(isSameNotifications(logsOn, withNotification(logsOn, 'email', 'userLogsOn', true))).toBe(true);
  });

  it.each<[string, NotificationPreferences]>([
    ['all alerts off', { ...logsOn, turnOffAll: true }],
    ['an email', withNotification(logsOn, 'email', 'userLogsOn', false)],
    ['a text message', withNotification(logsOn, 'text', 'userLogsOn', false)],
    ['an opt-out', withNotification(logsOn, 'text', 'optOutMarketingAlerts', true)],
  ])('differ in %s', (_, other) => {
    expect(isSameNotifications(logsOn, other)).toBe(false);
    expect(isSameNotifications(other, logsOn)).toBe(false);
  });
});

it.each<[NotificationFlag, boolean]>([
  ['optOutMarketingAlerts', true],
  ['optOutTransactionalAlerts', true],
  ['userLogsOn', false],
  ['moneyTransOnWeb', false],
])('%s is an opt-out: %s', (flag, optsOut) => {
  expect(isOptOut(flag)).toBe(optsOut);
});
