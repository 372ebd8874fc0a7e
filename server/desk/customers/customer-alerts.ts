import { countAlerts } from '#common/accounts/rules/alerts.ts';
import type { LoginAlerts } from '#common/desk/customers.api.ts';
import { notificationSwitches } from '#common/profile/notification-switches.ts';
import { isWanted, type NotificationChannel, notificationKinds } from '#common/profile/rules/notifications.ts';
import { type ChosenAlerts, listAlertsOf } from '#server/accounts/alerts.queries.ts';
import type { DeskAnswer } from '#server/desk/http/desk-endpoint.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import { type KeptPreferences, listPreferences } from '#server/messages/notification-preferences.queries.ts';
import { isTexted } from '#server/messages/texting-consent.ts';
import type { Services } from '#server/services.ts';
import { listCustomerLogins } from './customer-logins.queries.ts';

/** What each login of a customer hears, and by which channel. */
export async function readCustomerAlerts(
  services: Services,
  customerId: string,
): Promise<DeskAnswer<'GET /api/desk/customer/alerts'>> {
  const { database, host, institution } = services;
  const logins = await listCustomerLogins(database, customerId);
  const userIds = logins.map(({ userId }) => userId);
  const [chosen, preferences, contacts] = await Promise.all([
    listAlertsOf(database, userIds),
    listPreferences(database, userIds),
    getContacts(host, customerId),
  ]);
  const sendsTexts = institution.options['globalOptions.useTextMessagesOption'];
  const isReached = isTexted(institution, contacts.phones);
  return {
    texts: !sendsTexts ? 'off' : isReached ? 'reach' : 'noPhoneAgreed',
    delinquentAfterDays: institution.servicing.delinquentAfterDays,
    logins: logins.flatMap(({ userId, loginName }) => {
      const kept = preferences.get(userId);
      const accounts = chosen.filter((alerts) => alerts.userId === userId && countAlerts(alerts.alerts) > 0);
      return kept ? [{ userId, loginName, ...noticesOf(services, kept), accounts: accounts.map(toShown) }] : [];
    }),
  };
}

function noticesOf(
  { institution: { options } }: Pick<Services, 'institution'>,
  { preferences, optedOutOfEmail }: KeptPreferences,
): Omit<LoginAlerts, 'userId' | 'loginName' | 'accounts'> {
  const outs = { ofOptionalEmail: optedOutOfEmail };
  const wanted = (channel: NotificationChannel) =>
    notificationKinds.filter(
      (kind) => !options[notificationSwitches[kind]] && isWanted(kind, channel, preferences, outs),
    );
  return {
    turnedOffAll: preferences.turnOffAll,
    optedOutOfEmail,
    notices: { email: wanted('email'), text: wanted('text') },
    sendsAccountAlerts: {
      email: isWanted('accountAlert', 'email', preferences, outs),
      text: isWanted('accountAlert', 'text', preferences, outs),
    },
  };
}

function toShown({ accountNumber, alerts: { email, text } }: Omit<ChosenAlerts, 'customerId'>) {
  const { delinquent, statement, dueDates } = email;
  const on = dueDates.filter((alert) => alert.on).map(({ before, days }) => ({ before, days: Number(days) }));
  return { accountNumber, email: { delinquent, statement, dueDates: on }, text };
}
