import type { PhoneOnFile } from '#common/profile/rules/phones.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { customerSubject } from './host-task.ts';
import { enqueueHostTask } from './run-host-tasks.command.ts';

/** Allows texts on the primary phone of a customer who chose them, unless another phone already allows them. */
export async function agreePrimaryPhone(
  services: Services,
  transaction: Transaction,
  customerId: string,
  phones: readonly PhoneOnFile[],
): Promise<void> {
  if (phones.some(({ textsAgreed }) => textsAgreed)) return;
  const agreed = phones.map((phone) => ({ ...phone, textsAgreed: phone.primary }));
  await changePhones(services, transaction, customerId, agreed);
}

/** Must run under the customer's guard, with phones derived from those read for it. */
export async function changePhones(
  services: Services,
  transaction: Transaction,
  customerId: string,
  phones: readonly PhoneOnFile[],
): Promise<void> {
  await raiseGuard(transaction, customerSubject(customerId));
  await enqueueHostTask(services, transaction, { kind: 'changePhones', customerId, phones });
}
