import { consumeToken, findToken } from '#server/identity/one-time/one-time-tokens.queries.ts';
import type { SessionTokens } from '#server/identity/sessions/sessions.queries.ts';
import type { Queryable } from '#server/platform/db/database.ts';

/** No ticket of a customer has it, so neither opens what the other is for. */
export const VIEW_ACTION = 'viewAs';

/** Opens a ticket for a view, once. */
export async function redeemViewingTicket(
  queryable: Queryable,
  ticket: string,
  now: Temporal.Instant,
): Promise<SessionTokens | undefined> {
  const found = await findToken(queryable, 'ticket', ticket, now);
  const { action, cookie, userToken } = found?.details ?? {};
  if (!found || action !== VIEW_ACTION || cookie === undefined || userToken === undefined) return undefined;
  return (await consumeToken(queryable, found.tokenId, now)) ? { cookie, userToken } : undefined;
}
