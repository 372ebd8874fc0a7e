import { type Transaction, inTransaction } from '#server/platform/db/database.ts';
import { composeMail, type Mail } from '#server/platform/mail/compose-mail.ts';
import { enqueueMessage } from '#server/platform/mail/outbox.queries.ts';
import { lifeMinutes } from '#server/platform/one-time/links.queries.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Services } from '#server/services.ts';

/** A message by itself, when nothing else is written. */
export function sendMail(services: Services, mail: Mail): Promise<void> {
  return inTransaction(services.database, (transaction) => writeMail(services, transaction, mail));
}

/** A message that goes out only if everything else in the transaction happens. */
async function writeMail(services: Services, transaction: Transaction, mail: Mail): Promise<void> {
  const message = composeMail(services.institution, mail);
  if (message) await enqueueMessage(services, transaction, message, services.clock.now());
}

/** The customer, or whoever has the mailbox on file, learns that somebody knows the facts; once a day. */
export function tellOfSecondRegistration(
  services: Services,
  transaction: Transaction,
  customer: HostCustomer,
): Promise<void> {
  return writeMail(services, transaction, {
    occasion: `registration-tried-${customer.customerId}-${services.clock.today()}`,
    recipient: customer.emailAddress,
    subject: { key: 'registerMail.triedSubject' },
    body: { key: 'registerMail.triedBody' },
  });
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
    body: { key: 'registerMail.welcomeBody', fills: [signIn.loginName] },
  });
}

/** @param address of the page that verifies it */
export function askToVerify(
  services: Services,
  transaction: Transaction,
  signIn: NewSignIn,
  address: string,
): Promise<void> {
  return writeMail(services, transaction, {
    occasion: `verify-email-${signIn.userId}-${services.clock.now().toString()}`,
    recipient: signIn.emailAddress,
    subject: { key: 'registerMail.verifySubject' },
    body: { key: 'registerMail.verifyBody' },
    link: { label: 'registerMail.verifyLink', url: address },
    usefulMinutes: lifeMinutes.verifyEmail,
  });
}

/** The address that was on file until now: whoever has it must learn of the change. */
export function tellOfNewAddress(
  services: Services,
  transaction: Transaction,
  { userId }: NewSignIn,
  formerAddress: string,
): Promise<void> {
  return writeMail(services, transaction, {
    occasion: `email-changed-by-registration-${userId}`,
    recipient: formerAddress,
    subject: { key: 'registerMail.changedSubject' },
    body: { key: 'registerMail.changedBody' },
  });
}
