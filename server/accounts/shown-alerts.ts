import { type AccountAlerts, choosesTextAlerts, noAlerts, withoutTextAlerts } from '#common/accounts/rules/alerts.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { isTexted } from '#server/messages/texting-consent.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import type { Services } from '#server/services.ts';
import { findAlerts } from './alerts.queries.ts';

/**
 * Returns the alerts shown in the account details. Text alerts are left out if the institution sends no texts or no
 * phone agreed to them (M 4).
 */
export async function findShownAlerts(
  services: Services,
  session: Session,
  accountNumber: string,
): Promise<AccountAlerts> {
  return shownAlerts(services, session, await findAlerts(services.database, session.userId, accountNumber));
}

/** @param chosen undefined if the customer hasn't chosen yet */
export async function shownAlerts(
  { host, institution }: Pick<Services, 'host' | 'institution'>,
  { customerId }: Pick<Session, 'customerId'>,
  chosen: AccountAlerts | undefined,
): Promise<AccountAlerts> {
  const kept = chosen ?? noAlerts;
  if (!choosesTextAlerts(kept, noAlerts)) return kept;
  const { phones } = await getContacts(host, customerId);
  return isTexted(institution, phones) ? kept : withoutTextAlerts(kept);
}
