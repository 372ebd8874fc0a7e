import type { FollowUpStep } from '#common/identity/rules/follow-up-steps.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { createLink } from '#server/identity/one-time/links.queries.ts';

/**
 * `Enc` of the change-password step, which only this session may use. Made once
 * that step is the next one: who holds it is told how a new password compares
 * with the person, and that is not for someone who has still to prove who they are.
 * @returns an empty text while another step is the next one
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
