import { randomUUID } from 'node:crypto';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { createLink, hasOpenLink, linkMinutes } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { isUnconfirmedRegistration } from '#server/identity/users/unconfirmed-registrations.queries.ts';
import { findUserByCustomer, findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** A customer with a login in the previous system. */
export interface Invitee {
  readonly customerId: string;
  readonly loginName: string;
}

interface Sending {
  /** Sends another link in place of one that still works. */
  readonly replaces?: boolean;
  /** Runs in the transaction of the invitation. */
  readonly within?: (transaction: Transaction) => Promise<void>;
}

interface Invitation extends Invitee {
  readonly siteUrl: string;
  readonly by: string;
}

/** `waiting`: the link of an earlier run still works. */
export type InvitationOutcome =
  | 'invited'
  | 'waiting'
  | 'hasLogin'
  | 'unknownCustomer'
  | 'restricted'
  | 'noEmail'
  | 'nameTaken'
  | 'noWords';

/**
 * Emails the customer a link that activates the former login with a new password. Does nothing while a link works or
 * once the customer has used it, so an interrupted run can be repeated.
 */
export async function inviteCustomer(
  services: Services,
  { customerId, loginName, siteUrl, by }: Invitation,
  { replaces = false, within }: Sending = {},
): Promise<InvitationOutcome> {
  const { database, clock, host, institution, audit } = services;
  const customer = await host.findCustomer(customerId);
  if (!customer) return 'unknownCustomer';
  if (customer.restricted) return 'restricted';
  if (customer.emailAddress === '') return 'noEmail';
  const at = clock.now();
  return inTransaction(database, async (transaction) => {
    const known = await findUserByCustomer(transaction, customerId);
    if (known && !(await isUnconfirmedRegistration(transaction, known.userId))) return 'hasLogin';
    const owner = await findUserByLogin(transaction, loginName);
    if (owner && owner.userId !== known?.userId) return 'nameTaken';
    if (!replaces && (await hasOpenLink(transaction, 'activate', customerId, at))) return 'waiting';
    const token = await createLink(transaction, 'activate', { userId: null, customerId }, at, { loginName });
    const message = composeMail(institution, {
      occasion: `invitation-${customerId}-${randomUUID()}`,
      recipient: customer.emailAddress,
      subject: { key: 'activateMail.inviteSubject' },
      body: { key: 'activateMail.inviteBody', values: { name: customer.personalName, username: loginName } },
      link: { label: 'activateMail.inviteLink', url: `${siteUrl}/#/home/activate?token=${token}` },
      usefulMinutes: linkMinutes.activate,
    });
    if (!message) return 'noWords';
    await enqueueMessage(services, transaction, message, at);
    await audit.record(transaction, { event: 'customer-invited', userId: null, details: { customerId, by } });
    await within?.(transaction);
    return 'invited';
  });
}
