import type { Contacts } from '#server/host/host-contacts.ts';
import type { Services } from '#server/services.ts';

/**
 * Returns how to reach a customer. Throws if the host has no contact record, which differs from a customer without
 * phones.
 */
export async function getContacts(host: Services['host'], customerId: string): Promise<Contacts> {
  const contacts = await host.findContacts(customerId);
  if (!contacts) throw new Error('The host has no contact data for this customer');
  return contacts;
}
