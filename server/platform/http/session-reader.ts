import type { TicketAction } from '#common/identity/ticket-actions.ts';
import type { Session } from './endpoint.ts';

/** Identifies the caller. The identity module implements it, because the platform imports no module. */
export interface SessionReader {
  /** Returns the open session of a matching cookie and UserToken header. */
  find(cookie: string, userToken: string): Promise<Session | undefined>;
  /** Returns the open session of a cookie alone, for addresses with a ticket. */
  findByCookie(cookie: string): Promise<Session | undefined>;
  /**
   * Redeems a ticket.
   * @param object the object it must be for, or null if only the ticket names it
   * @returns the ticket's object; undefined if it was used, has expired or belongs to another session
   */
  redeemTicket(
    ticket: string,
    sessionId: number,
    purpose: { readonly action: TicketAction; readonly object: string | null },
  ): Promise<string | undefined>;
  endByUserToken(userToken: string): Promise<boolean>;
}
