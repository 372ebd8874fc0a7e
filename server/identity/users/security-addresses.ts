import type { Queryable } from '#server/platform/db/database.ts';
import { findHeldAddress } from './email-changes.queries.ts';
import type { Services } from '#server/services.ts';

/**
 * Returns where sign-in codes and links go. For a day after a change, that is the old address, because the new one may
 * belong to an attacker.
 */
export async function securityAddressOf(
  { clock }: Pick<Services, 'clock'>,
  queryable: Queryable,
  userId: number,
  customer: { readonly emailAddress: string },
): Promise<string> {
  return (await findHeldAddress(queryable, userId, clock.now())) ?? customer.emailAddress;
}
