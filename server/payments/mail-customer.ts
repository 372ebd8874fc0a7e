import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { Mail } from '#server/messages/compose-mail.ts';
import type { Services } from '#server/services.ts';

export type PaymentMail = Omit<Mail, 'recipient'>;

/** Mails the customer at their current address, not the one used at set-up. Sent only if the transaction commits. */
export async function mailCustomer(
  services: Services,
  transaction: Transaction,
  customerId: string,
  mail: PaymentMail,
  at: Temporal.Instant,
): Promise<void> {
  await enqueueHostTask(services, transaction, { kind: 'mail', customerId, mail, at: at.toString() });
}
