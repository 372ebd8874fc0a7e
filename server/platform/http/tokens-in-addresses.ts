import type { SessionReader } from './session-reader.ts';

/** The parameters that take a ticket, and nothing else (C-061). */
const ticketParameters = new Set(['usertoken', 'token', 'downloadtoken']);

const MOST_TOKENS = 3;

/**
 * Addresses stay behind in histories, logs and on screens, so a session whose
 * own token stands in one may be anybody's: it ends.
 * @returns whether there was such a token.
 */
export async function endSessionNamedInAddress(
  sessions: SessionReader,
  query: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const tokens = Object.entries(query)
    .filter(([name]) => ticketParameters.has(name.toLowerCase()))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string')
    // An honest address has one; nobody shall make the database work by writing thousands.
    .slice(0, MOST_TOKENS);
  const ended = await Promise.all(tokens.map((token) => sessions.endByUserToken(token)));
  return ended.includes(true);
}
