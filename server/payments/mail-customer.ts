import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Mail } from '#server/messages/compose-mail.ts';
import type { Services } from '#server/services.ts';

/** A mail about a payment; its recipient is found when it is put into the outbox. */
export type PaymentMail = Omit<Mail, 'recipient'>;

/**
 * Mails a customer at the address of today, whatever it was when the payment was set up, if the
 * transaction of what the mail tells commits.
 */
export async function mailCustomer(
  services: Services,
  transaction: Transaction,
  customerId: string,
  mail: PaymentMail,
  at: Temporal.Instant,
): Promise<void> {
  await enqueueHostTask(services, transaction, { kind: 'mail', customerId, mail, at: at.toString() });
}
