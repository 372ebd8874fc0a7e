import { emailKeyOf } from '#common/core/email-address.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { askToVerify, tellOfNewAddress, welcome } from './new-login-mail.ts';
import { createLink } from '#server/identity/one-time/links.queries.ts';
import { recordEmailChange } from '#server/identity/users/email-changes.queries.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import {
  isUnconfirmedRegistration,
  takeUnconfirmedRegistration,
} from '#server/identity/users/unconfirmed-registrations.queries.ts';
import { findUserById, markEmailVerified } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** What the host has of a customer. */
interface CustomerOnFile {
  readonly customerId: string;
  /** Empty when there is none. */
  readonly emailAddress: string;
}

/** Where a code reaches a customer of whom only facts are known so far. */
export type ContactOnFile =
  | { readonly channel: 'email'; readonly address: string }
  /** Ten digits. */
  | { readonly channel: 'text'; readonly telephone: string };

/**
 * The e-mail address on file, or without one the primary telephone where the institution sends texts.
 * A code the customer asks for needs no consent to alerts.
 */
export async function findContactOnFile(
  { host, institution }: Services,
  customer: CustomerOnFile,
): Promise<ContactOnFile | undefined> {
  if (customer.emailAddress !== '') return { channel: 'email', address: customer.emailAddress };
  if (!institution.options['globalOptions.useTextMessagesOption']) return undefined;
  const { telephones } = await getContacts(host, customer.customerId);
  const telephone = telephones.find(({ primary }) => primary) ?? telephones[0];
  return telephone && { channel: 'text', telephone: telephone.number };
}

/** Where the first code of a registration by facts alone goes; undefined once it was typed, and where nothing is on file. */
export async function findRegistrationContact(
  services: Services,
  { userId, customerId }: { readonly userId: number; readonly customerId: string },
): Promise<ContactOnFile | 'none' | undefined> {
  if (!(await isUnconfirmedRegistration(services.database, userId))) return undefined;
  const customer = await services.host.findCustomer(customerId);
  return (customer && (await findContactOnFile(services, customer))) ?? 'none';
}

export interface RegistrationProof {
  readonly userId: number;
  readonly customer: CustomerOnFile;
  readonly channel: ContactOnFile['channel'];
  /** What the link to verify a new address begins with. */
  readonly siteUrl: string;
}

/**
 * The code that was sent to the contact on file was typed at the sign-in: the registration holds.
 * Only now a new address takes the place of the one on file, and the former one is told.
 */
export async function confirmRegistration(
  services: Services,
  transaction: Transaction,
  { userId, customer, channel, siteUrl }: RegistrationProof,
): Promise<void> {
  const taken = await takeUnconfirmedRegistration(transaction, userId);
  const user = taken && (await findUserById(transaction, userId));
  if (!taken || !user) return;
  const at = services.clock.now();
  const { customerId, emailAddress } = customer;
  const isNew = taken.newEmailAddress !== '' && emailKeyOf(taken.newEmailAddress) !== emailKeyOf(emailAddress);
  const signIn = {
    userId,
    loginName: user.loginName,
    emailAddress: isNew ? taken.newEmailAddress : emailAddress,
  };
  await services.audit.record(transaction, { event: 'registration-confirmed', userId, details: { channel } });
  await welcome(services, transaction, signIn);
  if (isNew) {
    const task = { kind: 'changeEmailAddress', customerId, emailAddress: taken.newEmailAddress } as const;
    await enqueueHostTask(services, transaction, task);
    await services.audit.record(transaction, { event: 'email-changed', userId, details: { way: 'registration' } });
    if (emailAddress !== '') {
      await tellOfNewAddress(services, transaction, { userId }, emailAddress);
      await recordEmailChange(transaction, userId, emailAddress, at);
    }
  }
  if (isNew ? taken.newEmailIsVerified : channel === 'email') {
    await markEmailVerified(transaction, userId, at);
  } else if (isNew) {
    const token = await createLink(transaction, 'verifyEmail', { userId, customerId }, at);
    await askToVerify(services, transaction, signIn, `${siteUrl}/#/home/verifyEmail/${token}`);
  }
}

/**
 * A link that was mailed to the address on file proves the same. Whoever has it takes the login over with
 * a password of their own; the address that was typed at the registration may be somebody else's, and is dropped.
 */
export async function confirmRegistrationByMailedLink(
  services: Services,
  transaction: Transaction,
  userId: number,
): Promise<void> {
  if (!(await takeUnconfirmedRegistration(transaction, userId))) return;
  await services.audit.record(transaction, { event: 'registration-confirmed', userId, details: { channel: 'link' } });
  await markEmailVerified(transaction, userId, services.clock.now());
}
