import { inTransaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/crypto/even-time.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { limitRequests } from '#server/platform/http/request-limits.ts';
import { recordEmailOptOut } from '#server/messages/email-opt-outs.queries.ts';
import { findLink, useLink } from '#server/identity/one-time/links.queries.ts';
import { markEmailVerified } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** The links cannot be guessed; this only keeps an open call from costing much. */
const PER_ADDRESS = { max: 60, withinSeconds: 600 };
const EVEN_MS = 150;

/** Uses the link of a verification message up. @returns whether the e-mail address counts as verified now. */
export async function verifyEmail(services: Services, token: string, ipAddress: string): Promise<boolean> {
  await limitRequests(services, `email-verifications:${networkOf(ipAddress)}`, PER_ADDRESS);
  const at = services.clock.now();
  return inTransaction(services.database, async (transaction) => {
    const link = await findLink(transaction, 'verifyEmail', token, at);
    if (!link?.userId || !(await useLink(transaction, link.linkId, at))) return false;
    await markEmailVerified(transaction, link.userId, at);
    await services.audit.record(transaction, { event: 'email-verified', userId: link.userId, details: { ipAddress } });
    return true;
  });
}

/**
 * Stops messages that the owner of a link need not get. The link goes on
 * working, so that a second click is no failure. @returns whether it is a link.
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
