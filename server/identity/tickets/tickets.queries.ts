import type { TicketAction } from '#common/identity/ticket-actions.ts';
import type { Database, Queryable } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/crypto/random-tokens.ts';

const TICKET_SECONDS = 60;

/** What a ticket is good for. */
export interface TicketPurpose {
  readonly action: TicketAction;
  /** What the action is about, such as a document; empty for actions without an object. */
  readonly object: string;
}

/** Makes a ticket of a session; only its hash is kept. @returns what goes into the address. */
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
 * Uses a ticket up, if it is good: this session's, for this action, in time and for the first time.
 * @param object what it must have been made for, or null when only the ticket knows.
 * @returns what it was made for; nothing when it is not good.
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
