import { insertToken } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { createSession } from '#server/identity/sessions/sessions.queries.ts';
import type { PortalUser } from '#server/identity/users/users.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { VIEW_ACTION } from './viewing-ticket.ts';

/** Then the session ends, whatever is done in it. */
const VIEW_MINUTES = 15;

const OPEN_WITHIN = { seconds: 60 };

export interface Viewing {
  readonly user: PortalUser;
  readonly companyNumber: number;
  readonly staffId: number;
  readonly ipAddress: string;
}

/**
 * Lets staff see the portal as a customer does: a session that may only make calls declared `whileViewing`.
 * @returns the ticket that opens it, once
 */
export async function beginViewing(
  transaction: Transaction,
  { user: { userId, customerId }, companyNumber, staffId, ipAddress }: Viewing,
  at: Temporal.Instant,
): Promise<string> {
  const viewing = { staffId, endsAt: at.add({ minutes: VIEW_MINUTES }) };
  const session = { userId, customerId, companyNumber, ipAddress, at, viewing };
  const { cookie, userToken, sessionId } = await createSession(transaction, session);
  const details = { action: VIEW_ACTION, cookie, userToken };
  return insertToken(transaction, { purpose: 'ticket', sessionId, details, life: OPEN_WITHIN }, at);
}
