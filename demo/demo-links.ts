import { migratedPeople } from './books/people.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { createLink, type LinkPurpose } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { CommandContext } from '#server/platform/cli/command.ts';

/** The customers whose links are created: to verify an address, reset a password, and opt out of email. */
const verifier = 'nora.quinn';
const forgetter = 'li.wei';
const tired = 'margaret.okafor';

interface DemonstrationLink {
  readonly shows: string;
  readonly address: string;
}

/**
 * Creates working links as in messages. Replaces those of an earlier run, except for the opt-out.
 * Returns undefined if the demonstration was never started.
 */
export async function makeDemonstrationLinks(
  context: Pick<CommandContext, 'database' | 'clock'>,
  siteUrl: string,
): Promise<DemonstrationLink[] | undefined> {
  const at = context.clock.now();
  return inTransaction(context.database, async (transaction) => {
    const linkFor = async (loginName: string, purpose: LinkPurpose) => {
      const owner = await findUserByLogin(transaction, loginName);
      return owner && createLink(transaction, purpose, owner, at);
    };
    const verifyToken = await linkFor(verifier, 'verifyEmail');
    const resetToken = await linkFor(forgetter, 'resetPassword');
    const optOutToken = await linkFor(tired, 'optOut');
    if (!verifyToken || !resetToken || !optOutToken) return undefined;
    return [
      ...(await invite(transaction, at, siteUrl)),
      { shows: `a pending email verification (${verifier})`, address: `${siteUrl}/#/home/verifyEmail/${verifyToken}` },
      { shows: `a forgotten password (${forgetter})`, address: `${siteUrl}/#/home/forcePasswordChange/${resetToken}` },
      { shows: `an opt-out of emails (${tired})`, address: `${siteUrl}/#/opt-out?token=${optOutToken}` },
    ];
  });
}

async function invite(transaction: Transaction, at: Temporal.Instant, siteUrl: string): Promise<DemonstrationLink[]> {
  const links: DemonstrationLink[] = [];
  for (const { customerId, loginName, shows } of migratedPeople) {
    const token = await createLink(transaction, 'activate', { userId: null, customerId }, at, { loginName });
    links.push({ shows: `${shows} (${loginName})`, address: `${siteUrl}/#/home/activate?token=${token}` });
  }
  return links;
}
