import type { Queryable } from '#server/platform/db/database.ts';
import { findHeldAddress } from './email-changes.queries.ts';
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
