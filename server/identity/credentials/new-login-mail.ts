import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/platform/db/database.ts';
import { createLink, linkMinutes } from '#server/identity/one-time/one-time-tokens.queries.ts';
import type { Services } from '#server/services.ts';
import { composeMail, type Mail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';

export async function writeMail(services: Services, transaction: Transaction, mail: Mail): Promise<void> {
  const message = composeMail(services.institution, mail);
  if (message) await enqueueMessage(services, transaction, message, services.clock.now());
}

export interface NewSignIn {
  readonly userId: number;
  readonly loginName: string;
  readonly emailAddress: string;
}

export function welcome(services: Services, transaction: Transaction, signIn: NewSignIn): Promise<void> {
  return writeMail(services, transaction, {
    occasion: `welcome-${signIn.userId}`,
    recipient: signIn.emailAddress,
    subject: { key: 'registerMail.welcomeSubject' },
    body: { key: 'registerMail.welcomeBody', values: { username: signIn.loginName } },
  });
}

interface AddressToVerify {
  readonly userId: number;
  readonly customerId: string;
  readonly emailAddress: string;
  /** The start of the link. */
  readonly siteUrl: string;
}

/** Emails a link that verifies the address. Earlier links of the customer stop working. */
export async function sendVerificationLink(
  services: Services,
  transaction: Transaction,
  { userId, customerId, emailAddress, siteUrl }: AddressToVerify,
): Promise<void> {
  const token = await createLink(transaction, 'verifyEmail', { userId, customerId }, services.clock.now());
  await writeMail(services, transaction, {
    occasion: `verify-email-${userId}-${randomUUID()}`,
    recipient: emailAddress,
    subject: { key: 'registerMail.verifySubject' },
    body: { key: 'registerMail.verifyBody' },
    link: { label: 'registerMail.verifyLink', url: `${siteUrl}/#/home/verifyEmail/${token}` },
    usefulMinutes: linkMinutes.verifyEmail,
  });
}

/** Sent to the previous address, so its owner learns of the change. */
export function tellOfNewAddress(
  services: Services,
  transaction: Transaction,
  { userId }: Pick<NewSignIn, 'userId'>,
  formerAddress: string,
): Promise<void> {
  return writeMail(services, transaction, {
    occasion: `email-changed-by-registration-${userId}`,
    recipient: formerAddress,
    subject: { key: 'registerMail.changedSubject' },
    body: { key: 'registerMail.changedBody' },
  });
}
