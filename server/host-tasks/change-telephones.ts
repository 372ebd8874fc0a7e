import type { Telephone } from '#common/profile/rules/telephones.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { customerSubject } from './host-task.ts';
import { enqueueHostTask } from './run-host-tasks.command.ts';

/** Allows texts on the primary phone of a customer who chose them, unless another phone already allows them. */
export async function agreePrimaryTelephone(
  services: Services,
  transaction: Transaction,
  customerId: string,
  telephones: readonly Telephone[],
): Promise<void> {
  if (telephones.some(({ textsAgreed }) => textsAgreed)) return;
  const agreed = telephones.map((telephone) => ({ ...telephone, textsAgreed: telephone.primary }));
  await changeTelephones(services, transaction, customerId, agreed);
}

/** Must run under the customer's guard, with phones derived from those read for it. */
export async function changeTelephones(
  services: Services,
  transaction: Transaction,
  customerId: string,
  telephones: readonly Telephone[],
): Promise<void> {
  await raiseGuard(transaction, customerSubject(customerId));
  await enqueueHostTask(services, transaction, { kind: 'changeTelephones', customerId, telephones });
}
