import type { SentLink } from '#common/desk/desk-lists.ts';
import { askToVerify } from '#server/identity/credentials/new-login-mail.ts';
import { endLinks, type LinkPurpose } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { sendPasswordLink } from '#server/identity/recovery/finish-recovery.command.ts';
import { securityAddressOf } from '#server/identity/users/security-addresses.ts';
import { findUserByCustomer } from '#server/identity/users/users.queries.ts';
import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Links that let someone in or change something; links to opt out keep working. */
const cancelled: readonly LinkPurpose[] = ['resetPassword', 'changePassword', 'verifyEmail', 'activate'];

interface LinkToSend {
  readonly customerId: string;
  readonly link: SentLink;
  readonly siteUrl: string;
}

/**
 * Sends a link to the address that sign-in links go to, never to one that staff typed.
 * @param finish writes the audit entry
 * @throws DeskRefusal 409 without a login or an address
 */
export async function sendLinkAgain(
  services: Services,
  { customerId, link, siteUrl }: LinkToSend,
  finish: (transaction: Transaction, userId: number) => Promise<void>,
): Promise<void> {
  const { host, database } = services;
  const [user, customer] = [await findUserByCustomer(database, customerId), await host.findCustomer(customerId)];
  if (!user || !customer) throw new DeskRefusal(409, 'NoLogin');
  const emailAddress =
    link === 'verifyEmail' ? customer.emailAddress : await securityAddressOf(services, database, user.userId, customer);
  if (emailAddress === '') throw new DeskRefusal(409, 'NoAddress');
  await inTransaction(database, async (transaction) => {
    if (link === 'resetPassword') {
      await sendPasswordLink(services, transaction, user, { emailAddress, siteUrl });
    } else {
      await askToVerify(services, transaction, { userId: user.userId, customerId, emailAddress, siteUrl });
    }
    await finish(transaction, user.userId);
  });
}

export async function cancelLinks(
  { clock }: Pick<Services, 'clock'>,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  for (const purpose of cancelled) await endLinks(transaction, purpose, customerId, clock.now());
}
