import type { TicketAction } from '#common/identity/ticket-actions.ts';
import type { Session } from './endpoint.ts';

/** How the pipeline learns who calls. The identity module implements it, because the platform imports no module. */
export interface SessionReader {
  /** Returns the open session of a cookie and a UserToken header that belong together. */
  find(cookie: string, userToken: string): Promise<Session | undefined>;
  /** Returns the open session of a cookie alone, for addresses that a ticket opens. */
  findByCookie(cookie: string): Promise<Session | undefined>;
  /**
   * Uses a ticket up.
   * @param object what it must have been made for, or null when only the ticket knows.
   * @returns what it was made for; undefined for a ticket that is used, expired or another session's.
   */
  redeemTicket(
    ticket: string,
    sessionId: number,
    purpose: { readonly action: TicketAction; readonly object: string | null },
  ): Promise<string | undefined>;
  /** Ends the session that has this UserToken. @returns whether there was one. */
  endByUserToken(userToken: string): Promise<boolean>;
}
