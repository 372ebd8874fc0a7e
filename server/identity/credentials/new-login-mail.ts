import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/platform/db/database.ts';
import { linkMinutes } from '#server/identity/one-time/one-time-tokens.queries.ts';
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

export function askToVerify(
  services: Services,
  transaction: Transaction,
  signIn: NewSignIn,
  address: string,
): Promise<void> {
  return writeMail(services, transaction, {
    occasion: `verify-email-${signIn.userId}-${randomUUID()}`,
    recipient: signIn.emailAddress,
    subject: { key: 'registerMail.verifySubject' },
    body: { key: 'registerMail.verifyBody' },
    link: { label: 'registerMail.verifyLink', url: address },
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
