import type { SessionReader } from './session-reader.ts';

/** Parameters that only take tickets (C-061). */
const ticketParameters = new Set(['usertoken', 'token', 'downloadtoken']);

const MAX_TOKENS = 3;

/**
 * Ends a session whose own token appears in an address: addresses stay in histories and logs, so the token may be
 * stolen.
 * @returns whether there was such a token
 */
export async function endSessionNamedInAddress(
  sessions: SessionReader,
  query: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const tokens = Object.entries(query)
    .filter(([name]) => ticketParameters.has(name.toLowerCase()))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string')
    // Real addresses have one; thousands would only load the database.
    .slice(0, MAX_TOKENS);
  const ended = await Promise.all(tokens.map((token) => sessions.endByUserToken(token)));
  return ended.includes(true);
}
