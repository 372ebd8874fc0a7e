import { inTransaction } from '#server/platform/db/database.ts';
import { endSessionOfToken } from '#server/identity/sessions/sessions.queries.ts';
import type { Services } from '#server/services.ts';

/** The parameters that take a ticket, and nothing else (C-061). */
const ticketParameters = new Set(['usertoken', 'token', 'downloadtoken']);

const MOST_TOKENS = 3;

/**
 * Addresses stay behind in histories, logs and on screens, so a session whose
 * own token stands in one may be anybody's: it ends.
 * @returns whether there was such a token.
 */
export async function endSessionNamedInAddress(
  services: Services,
  query: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const tokens = Object.entries(query)
    .filter(([name]) => ticketParameters.has(name.toLowerCase()))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string')
    // An honest address has one; nobody shall make the database work by writing thousands.
    .slice(0, MOST_TOKENS);
  const ended = await Promise.all(tokens.map((token) => endSession(services, token)));
  return ended.includes(true);
}

function endSession({ database, clock, audit }: Services, token: string): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const ended = await endSessionOfToken(transaction, token, clock.now());
    if (!ended) return false;
    await audit.record(transaction, { event: 'session-token-in-address', userId: ended.userId, details: {} });
    return true;
  });
}
