import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/crypto/even-time.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { recordEmailOptOut } from '#server/messages/email-opt-outs.queries.ts';
import { consumeToken, findLink, findUserOfUsedLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { findUserById, markEmailVerified } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** The links can't be guessed; this limits the cost of an unauthenticated call. */
const PER_ADDRESS = { max: 60, withinSeconds: 600 };
const EVEN_MS = 150;

/**
 * Uses the link of a verification message. Returns whether the email address is now verified; a second press of a link
 * that verified it is not a failure.
 */
export async function verifyEmail(services: Services, token: string, ipAddress: string): Promise<boolean> {
  await limitRequests(services, `email-verifications:${networkOf(ipAddress)}`, PER_ADDRESS);
  const at = services.clock.now();
  return inTransaction(services.database, async (transaction) => {
    const link = await findLink(transaction, 'verifyEmail', token, at);
    if (!link?.userId || !(await consumeToken(transaction, link.tokenId, at))) {
      return wasVerifiedBy(transaction, token, at);
    }
    await markEmailVerified(transaction, link.userId, at);
    await services.audit.record(transaction, { event: 'email-verified', userId: link.userId, details: { ipAddress } });
    return true;
  });
}

async function wasVerifiedBy(transaction: Transaction, token: string, at: Temporal.Instant): Promise<boolean> {
  const userId = await findUserOfUsedLink(transaction, 'verifyEmail', token, at);
  const user = userId === undefined ? undefined : await findUserById(transaction, userId);
  return user?.emailIsVerified === true;
}

/**
 * Stops optional messages to the link's owner. The link stays valid, so a second click doesn't fail. Returns whether
 * the link is known.
 */
export async function optOutOfEmails(services: Services, token: string, ipAddress: string): Promise<boolean> {
  await limitRequests(services, `opt-outs:${networkOf(ipAddress)}`, PER_ADDRESS);
  const at = services.clock.now();
  return inEvenTime(EVEN_MS, () =>
    inTransaction(services.database, async (transaction) => {
      const link = await findLink(transaction, 'optOut', token, at);
      if (!link) return false;
      if (await recordEmailOptOut(transaction, link.customerId, at)) {
        const { userId } = link;
        await services.audit.record(transaction, { event: 'email-opt-out', userId, details: { ipAddress } });
      }
      return true;
    }),
  );
}
