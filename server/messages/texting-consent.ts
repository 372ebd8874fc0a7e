import type { PhoneOnFile } from '#common/profile/rules/phones.ts';
import { agreedToTexting } from '#server/institution/agreements/texting-terms.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import { getContacts } from './customer-contacts.ts';

/**
 * Returns whether the customer may choose text messages: the institution sends them, there is a phone, and the terms
 * are accepted.
 */
export async function mayBeTexted(
  { database, host, institution }: Services,
  { userId, customerId }: Session,
): Promise<boolean> {
  if (!institution.options['globalOptions.useTextMessagesOption']) return false;
  const { phones } = await getContacts(host, customerId);
  if (phones.length === 0) return false;
  return agreedToTexting(database, institution, userId);
}

/** Returns whether texts can reach the customer: the institution sends them, and a phone agreed to them. */
export function isTexted(
  { options }: Pick<Services['institution'], 'options'>,
  phones: readonly PhoneOnFile[],
): boolean {
  return options['globalOptions.useTextMessagesOption'] && phones.some(({ textsAgreed }) => textsAgreed);
}
