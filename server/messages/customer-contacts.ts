import type { Contacts } from '#server/host/host-contacts.ts';
import type { Services } from '#server/services.ts';

/**
 * Returns how a customer is reached. Missing contacts are not the same as a customer without telephones.
 * @throws Error when the host has no contacts of the customer
 */
export async function getContacts(host: Services['host'], customerId: string): Promise<Contacts> {
  const contacts = await host.findContacts(customerId);
  if (!contacts) throw new Error('The host has no contacts of this customer');
  return contacts;
}
