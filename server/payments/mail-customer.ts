import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { composeCustomerMail, type CustomerMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';

export type PaymentMail = CustomerMail;

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

/** Mails a customer who was just read from the host, and about whom no task waits for it. */
export async function mailKnownCustomer(
  services: Services,
  transaction: Transaction,
  customer: HostCustomer,
  mail: PaymentMail,
  at: Temporal.Instant,
): Promise<void> {
  const message = composeCustomerMail(services.institution, mail, customer);
  if (message) await enqueueMessage(services, transaction, message, at);
}
