import type { TicketAction } from '#common/identity/ticket-actions.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { findToken, insertToken, consumeToken } from '#server/identity/one-time/one-time-tokens.queries.ts';

const TICKET_SECONDS = 60;

export interface TicketPurpose {
  readonly action: TicketAction;
  /** The object of the action, such as a document; empty if it has none. */
  readonly object: string;
}

export function createTicket(
  queryable: Queryable,
  sessionId: number,
  { action, object }: TicketPurpose,
  at: Temporal.Instant,
): Promise<string> {
  const life = { seconds: TICKET_SECONDS };
  return insertToken(queryable, { purpose: 'ticket', sessionId, details: { action, object }, life }, at);
}

/**
 * Redeems a ticket of this session and action, within its lifetime and once.
 * @param object the object it must be for, or null if only the ticket names it
 * @returns its object, or undefined if invalid
 */
export async function redeemTicket(
  queryable: Queryable,
  ticket: string,
  sessionId: number,
  { action, object }: { readonly action: TicketAction; readonly object: string | null },
  now: Temporal.Instant,
): Promise<string | undefined> {
  const found = await findToken(queryable, 'ticket', ticket, now);
  const { action: itsAction, object: itsObject } = found?.details ?? {};
  if (!found || found.sessionId !== sessionId || itsAction !== action) return undefined;
  if (object !== null && itsObject !== object) return undefined;
  return (await consumeToken(queryable, found.tokenId, now)) ? itsObject : undefined;
}
