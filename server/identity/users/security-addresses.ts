import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { findHeldAddress } from './email-changes.queries.ts';
import { findUserById } from './users.queries.ts';
import type { Services } from '#server/services.ts';

/**
 * Where codes and links that sign in are sent. For a day after a change that is the address
 * before it: whoever made the change may hold the new one only.
 */
export async function securityAddressOf(
  { clock }: Pick<Services, 'clock'>,
  queryable: Queryable,
  userId: number,
  customer: { readonly emailAddress: string },
): Promise<string> {
  return (await findHeldAddress(queryable, userId, clock.now())) ?? customer.emailAddress;
}

/** Where changes to the ways in are told: for a day after a change of the address both of them, of which one is the owner's. */
export async function listSecurityAddresses(
  services: Pick<Services, 'clock' | 'host'>,
  transaction: Transaction,
  userId: number,
): Promise<readonly string[]> {
  const user = await findUserById(transaction, userId);
  const customer = user && (await services.host.findCustomer(user.customerId, transaction));
  if (!customer) return [];
  const first = await securityAddressOf(services, transaction, userId, customer);
  return [...new Set([first, customer.emailAddress])];
}
