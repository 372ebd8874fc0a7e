import { redeemTicket } from '#server/identity/tickets/tickets.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { SessionReader } from '#server/platform/http/session-reader.ts';
import type { Services } from '#server/services.ts';
import { endSessionOfToken, findSession, findSessionOfCookie } from './sessions.queries.ts';

export function createSessionReader({ database, clock, audit }: Services): SessionReader {
  return {
    find: (cookie, userToken) => findSession(database, cookie, userToken, clock.now()),
    findByCookie: (cookie) => findSessionOfCookie(database, cookie, clock.now()),
    redeemTicket: (ticket, sessionId, purpose) => redeemTicket(database, ticket, sessionId, purpose, clock.now()),
    endByUserToken: (userToken) =>
      inTransaction(database, async (transaction) => {
        const ended = await endSessionOfToken(transaction, userToken, clock.now());
        if (!ended) return false;
        await audit.record(transaction, { event: 'session-token-in-address', userId: ended.userId, details: {} });
        return true;
      }),
  };
}
