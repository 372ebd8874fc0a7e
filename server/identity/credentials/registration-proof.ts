import { emailKeyOf } from '#common/core/email-address.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { sendVerificationLink, tellOfNewAddress, welcome } from './new-login-mail.ts';
import { recordEmailChange } from '#server/identity/users/email-changes.queries.ts';
import { getContacts } from '#server/messages/customer-contacts.ts';
import {
  isUnconfirmedRegistration,
  takeUnconfirmedRegistration,
} from '#server/identity/users/unconfirmed-registrations.queries.ts';
import { findUserById, markEmailVerified } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/** The host's data about a customer. */
interface CustomerOnFile {
  readonly customerId: string;
  /** Empty if missing. */
  readonly emailAddress: string;
}

/** Where a code reaches a customer identified only by facts so far. */
export type ContactOnFile =
  | { readonly channel: 'email'; readonly address: string }
  /** Ten digits. */
  | { readonly channel: 'text'; readonly phone: string };

/**
 * Returns the email address on file or, without one, the primary phone if the institution sends texts. A requested
 * code needs no consent to alerts.
 */
export async function findContactOnFile(
  { host, institution }: Pick<Services, 'host' | 'institution'>,
  customer: CustomerOnFile,
): Promise<ContactOnFile | undefined> {
  if (customer.emailAddress !== '') return { channel: 'email', address: customer.emailAddress };
  if (!institution.options['globalOptions.useTextMessagesOption']) return undefined;
  const { phones } = await getContacts(host, customer.customerId);
  const phone = phones.find(({ primary }) => primary) ?? phones[0];
  return phone && { channel: 'text', phone: phone.number };
}

/**
 * Returns where the first code of a registration by facts goes; undefined after the code was entered, or without a
 * contact on file.
 */
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
  /** The start of the verification link. */
  readonly siteUrl: string;
}

/**
 * Confirms a registration after the code sent to the contact on file was entered. Only now does a new address replace
 * the one on file, and the old one is notified.
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
    await sendVerificationLink(services, transaction, { ...signIn, customerId, siteUrl });
  }
}

/**
 * A link emailed to the address on file is the same proof. Its user sets a new password; the address from the
 * registration may be someone else's and is dropped.
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
