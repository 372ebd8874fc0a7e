import type { FollowUpStep } from '#common/identity/sign-in.api.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { createLink } from '#server/identity/one-time/one-time-tokens.queries.ts';

/**
 * Creates `Enc` for the change-password step, valid in this session only and only once that step is next: its holder
 * learns how a new password compares with personal facts, so earlier proofs must be complete.
 * @returns an empty text while another step is next
 */
export async function createChangePasswordToken(
  transaction: Transaction,
  session: Pick<Session, 'sessionId' | 'userId' | 'customerId'>,
  steps: readonly FollowUpStep[],
  at: Temporal.Instant,
): Promise<string> {
  if (steps[0] !== 'changePassword') return '';
  return createLink(transaction, 'changePassword', session, at, { sessionId: String(session.sessionId) });
}
