import type { TicketAction } from '#common/identity/ticket-actions.ts';
import type { Database, Queryable } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

const TICKET_SECONDS = 60;

export interface TicketPurpose {
  readonly action: TicketAction;
  /** The object of the action, such as a document; empty if it has none. */
  readonly object: string;
}

export async function createTicket(
  queryable: Queryable,
  sessionId: number,
  { action, object }: TicketPurpose,
  at: Temporal.Instant,
): Promise<string> {
  const ticket = createToken();
  await queryable
    .insertInto('passable_tickets')
    .values({
      ticket_hash: hashToken(ticket),
      session_id: sessionId,
      action,
      object,
      expires_at: at.add({ seconds: TICKET_SECONDS }).toString(),
    })
    .execute();
  return ticket;
}

/**
 * Redeems a ticket of this session and action, within its lifetime and once.
 * @param object the object it must be for, or null if only the ticket names it
 * @returns its object, or undefined if invalid
 */
export async function redeemTicket(
  database: Database,
  ticket: string,
  sessionId: number,
  { action, object }: { readonly action: TicketAction; readonly object: string | null },
  now: Temporal.Instant,
): Promise<string | undefined> {
  const row = await database
    .updateTable('passable_tickets')
    .set({ used_at: now.toString() })
    .where('ticket_hash', '=', hashToken(ticket))
    .where('session_id', '=', sessionId)
    .where('action', '=', action)
    .$if(object !== null, (query) => query.where('object', '=', object ?? ''))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('object')
    .executeTakeFirst();
  return row?.object;
}
