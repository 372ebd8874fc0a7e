import type { Telephone } from '#common/profile/rules/telephones.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { customerSubject } from './host-task.ts';
import { enqueueHostTask } from './run-host-tasks.command.ts';

/** A customer who chooses texts gets them on the primary telephone, unless another one agreed to them already. */
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

/** Must be called under the guard of the customer, with telephones made of those that were read for it. */
export async function changeTelephones(
  services: Services,
  transaction: Transaction,
  customerId: string,
  telephones: readonly Telephone[],
): Promise<void> {
  await raiseGuard(transaction, customerSubject(customerId));
  await enqueueHostTask(services, transaction, { kind: 'changeTelephones', customerId, telephones });
}
