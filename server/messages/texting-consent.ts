import type { Telephone } from '#common/profile/rules/telephones.ts';
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
  const { telephones } = await getContacts(host, customerId);
  if (telephones.length === 0) return false;
  return agreedToTexting(database, institution, userId);
}

/** Returns whether texts can reach the customer: the institution sends them, and a phone agreed to them. */
export function isTexted(
  { options }: Pick<Services['institution'], 'options'>,
  telephones: readonly Telephone[],
): boolean {
  return options['globalOptions.useTextMessagesOption'] && telephones.some(({ textsAgreed }) => textsAgreed);
}
