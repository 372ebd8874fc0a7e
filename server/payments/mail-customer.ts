import type { Transaction } from '#server/platform/db/database.ts';
import { composeMail, type Mail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';

/** A mail about a payment; its recipient is found when it is put into the outbox. */
export type PaymentMail = Omit<Mail, 'recipient'>;

/**
 * Mails a customer at the address of today, whatever it was when the payment was set up, in the
 * transaction of what the mail tells.
 */
export async function mailCustomer(
  services: Services,
  transaction: Transaction,
  customerId: string,
  mail: PaymentMail,
  at: Temporal.Instant,
): Promise<void> {
  const customer = await services.host.findCustomer(customerId, transaction);
  if (!customer) {
    services.log.error({ customerId, occasion: mail.occasion }, 'the customer of a payment is not found: no mail');
    return;
  }
  const message = composeMail(services.institution, { ...mail, recipient: customer.emailAddress });
  if (message) await enqueueMessage(services, transaction, message, at);
}
