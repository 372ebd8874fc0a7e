import { type NumberedPreferences, preferencesFromWire } from '#common/profile/profile.wire.ts';
import type { UserAlertsItem } from '#common/profile/profile.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { choosesTexts, settledNotifications, withoutTexts } from '#common/profile/rules/notifications.ts';
import type { PhoneOnFile } from '#common/profile/rules/phones.ts';
import { customerSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { endEmailOptOut } from '#server/messages/email-opt-outs.queries.ts';
import { findPreferences, savePreferences } from '#server/messages/notification-preferences.queries.ts';
import { agreePrimaryPhone } from '#server/host-tasks/change-phones.ts';
import { isTexted, mayBeTexted } from '#server/messages/texting-consent.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import type { Services } from '#server/services.ts';

/**
 * Returns the choices as the profile shows them. No texts if the institution sends none or no phone agreed (M 4).
 * Opting out with a message's link counts here too.
 */
export async function shownPreferences(
  { database, institution }: Pick<Services, 'database' | 'institution'>,
  { userId }: Session,
  phones: readonly PhoneOnFile[],
): Promise<NumberedPreferences> {
  const { preferences, sequenceNumber, optedOutOfEmail } = await findPreferences(database, userId);
  const texted = isTexted(institution, phones) ? preferences : withoutTexts(preferences);
  const email = optedOutOfEmail
    ? { ...texted.email, optOutMarketingAlerts: true, optOutTransactionalAlerts: true }
    : texted.email;
  return { sequenceNumber, preferences: { ...texted, email } };
}

/** `Stale`: saved elsewhere since these were shown. */
export type PreferencesError = 'Stale' | 'Error';

/**
 * Saves notification choices. Newly chosen texts require their option, a phone and accepted terms, and allow texts on
 * the primary phone. Existing ones require nothing, even if the terms were revised.
 */
export async function updatePreferences(
  services: Services,
  session: Session,
  item: UserAlertsItem,
): Promise<Result<NumberedPreferences, PreferencesError>> {
  const { database, host, clock, audit } = services;
  const { userId, customerId } = session;
  const wanted = preferencesFromWire(item);
  const preferences = settledNotifications(wanted.preferences);
  const { phones } = await getContacts(host, customerId);
  const shown = await shownPreferences(services, session, phones);
  const newTexts = choosesTexts(preferences, shown.preferences);
  if (newTexts && !(await mayBeTexted(services, session))) return failure('Error');
  const { email } = preferences;
  const staysOut = email.optOutMarketingAlerts && email.optOutTransactionalAlerts;
  const readPhones = async () => (newTexts ? (await getContacts(host, customerId)).phones : []);
  return readThenChange(database, customerSubject(customerId), readPhones, async (transaction, known) => {
    const save = { userId, sequenceNumber: wanted.sequenceNumber, preferences, at: clock.now() };
    if (!(await savePreferences(transaction, save))) return failure('Stale');
    if (!staysOut) await endEmailOptOut(transaction, customerId);
    if (newTexts) await agreePrimaryPhone(services, transaction, customerId, known);
    await audit.record(transaction, { event: 'notifications-changed', userId, details: {} });
    return success({ sequenceNumber: wanted.sequenceNumber + 1, preferences });
  });
}
