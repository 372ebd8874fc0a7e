import { randomUUID } from 'node:crypto';
import type { HostCustomer } from '#server/host/host.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Mail } from '#server/messages/compose-mail.ts';
import { type NewSignIn, writeMail } from '#server/identity/credentials/new-login-mail.ts';
import type { Services } from '#server/services.ts';

/** Queues one message in a transaction of its own. */
export function sendMail(services: Services, mail: Mail): Promise<void> {
  return inTransaction(services.database, (transaction) => writeMail(services, transaction, mail));
}

/** Tells the customer, at most once a day, that someone else may know their data. */
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

/** Tells the address on file about a registration whose first sign-in needs a code sent there. */
export function announceFirstSignIn(
  services: Services,
  transaction: Transaction,
  { userId, loginName, emailAddress }: NewSignIn,
): Promise<void> {
  return writeMail(services, transaction, {
    occasion: `registration-to-confirm-${userId}-${randomUUID()}`,
    recipient: emailAddress,
    subject: { key: 'registerMail.createdSubject' },
    body: { key: 'registerMail.createdBody', values: { username: loginName } },
  });
}
