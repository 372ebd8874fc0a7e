import type { SentLink } from '#common/desk/desk-lists.ts';
import { sendVerificationLink } from '#server/identity/credentials/new-login-mail.ts';
import { endLinks, type LinkPurpose } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { sendPasswordLink } from '#server/identity/recovery/finish-recovery.command.ts';
import { securityAddressOf } from '#server/identity/users/security-addresses.ts';
import type { PortalUser } from '#server/identity/users/users.queries.ts';
import { inviteCustomer, type InvitationOutcome } from '#server/registration/invite-customer.command.ts';
import { DeskRefusal } from '#server/desk/http/desk-endpoint.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

/** Links that let someone in or change something; links to opt out keep working. */
const cancelled: readonly LinkPurpose[] = ['resetPassword', 'changePassword', 'verifyEmail', 'activate'];

interface LinkToSend {
  readonly user: PortalUser;
  readonly link: SentLink;
  readonly siteUrl: string;
}

/**
 * Sends a link to the address that sign-in links go to, never to one that staff typed.
 * @param finish writes the audit entry
 * @throws DeskRefusal 409 without an address
 */
export async function sendLinkAgain(
  services: Services,
  { user, link, siteUrl }: LinkToSend,
  finish: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  const { host, database } = services;
  const { userId, customerId } = user;
  const customer = await host.findCustomer(customerId);
  if (!customer) throw new DeskRefusal(404, 'NotFound');
  const emailAddress =
    link === 'verifyEmail' ? customer.emailAddress : await securityAddressOf(services, database, userId, customer);
  if (emailAddress === '') throw new DeskRefusal(409, 'NoAddress');
  await inTransaction(database, async (transaction) => {
    if (link === 'resetPassword') {
      await sendPasswordLink(services, transaction, user, { emailAddress, siteUrl });
    } else {
      await sendVerificationLink(services, transaction, { userId, customerId, emailAddress, siteUrl });
    }
    await finish(transaction);
  });
}

const refusals: Readonly<Record<Exclude<InvitationOutcome, 'invited' | 'waiting'>, string>> = {
  hasLogin: 'HasLogin',
  unknownCustomer: 'NotFound',
  restricted: 'DeniedByHost',
  noEmail: 'NoAddress',
  nameTaken: 'LoginNameTaken',
  noWords: 'MessageHidden',
};

interface InvitationToSend {
  readonly customerId: string;
  readonly loginName: string;
  readonly by: string;
  readonly siteUrl: string;
}

/**
 * Invites a customer to activate a login, in place of an earlier invitation.
 * @param finish writes the audit entry
 * @throws DeskRefusal 409 for a customer who has a login, or can't be invited
 */
export async function inviteAgain(
  services: Services,
  invitation: InvitationToSend,
  finish: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  if (services.institution.options['loginOptions.useSingleSignOnOption']) throw new DeskRefusal(409, 'SingleSignOn');
  const outcome = await inviteCustomer(services, invitation, { replaces: true, within: finish });
  if (outcome !== 'invited' && outcome !== 'waiting') throw new DeskRefusal(409, refusals[outcome]);
}

export async function cancelLinks(
  { clock }: Pick<Services, 'clock'>,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  for (const purpose of cancelled) await endLinks(transaction, purpose, customerId, clock.now());
}
