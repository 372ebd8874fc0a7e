import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { OneTimeLinksTable } from '#server/platform/db/tables.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

export type LinkPurpose = OneTimeLinksTable['purpose'];

/** How long a link works. Opting out must work from old messages too. */
export const lifeMinutes: Readonly<Record<LinkPurpose, number>> = {
  resetPassword: 30,
  changePassword: 15,
  verifyEmail: 24 * 60,
  activate: 7 * 24 * 60,
  optOut: 366 * 24 * 60,
};

export interface LinkOwner {
  /** Null for a customer without a login. */
  readonly userId: number | null;
  readonly customerId: string;
}

export interface OneTimeLink extends LinkOwner {
  readonly linkId: number;
  /** Extra data for the purpose, such as the username of an activation. */
  readonly details: Readonly<Record<string, string>>;
}

/**
 * Creates a link for one purpose; only the hash is stored. Earlier unused links of the owner for the purpose stop
 * working, except opt-out links.
 * @returns the token for the address
 */
export async function createLink(
  transaction: Transaction,
  purpose: LinkPurpose,
  owner: LinkOwner,
  at: Temporal.Instant,
  details: Readonly<Record<string, string>> = {},
): Promise<string> {
  if (purpose !== 'optOut') await endLinks(transaction, purpose, owner.customerId, at);
  const token = createToken();
  await transaction
    .insertInto('one_time_links')
    .values({
      purpose,
      token_hash: hashToken(token),
      user_id: owner.userId,
      customer_id: owner.customerId,
      details: JSON.stringify(details),
      created_at: at.toString(),
      expires_at: at.add({ minutes: lifeMinutes[purpose] }).toString(),
    })
    .execute();
  return token;
}

export async function findLink(
  queryable: Queryable,
  purpose: LinkPurpose,
  token: string,
  now: Temporal.Instant,
): Promise<OneTimeLink | undefined> {
  const row = await queryable
    .selectFrom('one_time_links')
    .select(['link_id', 'user_id', 'customer_id', 'details'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && { linkId: row.link_id, userId: row.user_id, customerId: row.customer_id, details: row.details };
}

/** Returns whether a customer has a valid link for a purpose. */
export async function hasOpenLink(
  queryable: Queryable,
  purpose: LinkPurpose,
  customerId: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const row = await queryable
    .selectFrom('one_time_links')
    .select('link_id')
    .where('customer_id', '=', customerId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Uses up a link.
 * @returns false if another request was first; the caller must then do nothing
 */
export async function useLink(transaction: Transaction, linkId: number, at: Temporal.Instant): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('one_time_links')
    .set({ used_at: at.toString() })
    .where('link_id', '=', linkId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endLinks(
  transaction: Transaction,
  purpose: LinkPurpose,
  customerId: string,
  at: Temporal.Instant,
): Promise<void> {
  await transaction
    .updateTable('one_time_links')
    .set({ used_at: at.toString() })
    .where('customer_id', '=', customerId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();
}
