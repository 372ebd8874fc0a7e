import type { FilledText } from '#common/contract/all-texts.ts';
import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/platform/db/database.ts';
import type { MessageKey } from '#server/messages/message-catalog.ts';
import type { Services, ServicesWithoutInstitution } from '#server/services.ts';
import { enqueueHostTask, leaveHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { findHeldAddress } from './email-changes.queries.ts';
import { findUserById } from './users.queries.ts';
import type { Mail } from '#server/messages/compose-mail.ts';

export interface SecurityChange {
  readonly userId: number;
  readonly body: FilledText<Extract<MessageKey, `securityMail.${string}Body`>>;
  readonly subject?: 'securityMail.subject' | 'securityMail.methodSubject' | 'securityMail.accessSubject';
}

/** Tells a customer of a change to sign-in methods, so they notice one they didn't make. */
export async function tellSecurityChange(
  services: Services | ServicesWithoutInstitution,
  transaction: Transaction,
  { userId, subject = 'securityMail.subject', body }: SecurityChange,
): Promise<void> {
  const occasion = `${body.key}-${userId}-${randomUUID()}`;
  const mail = { occasion, subject: { key: subject }, body };
  await mailSecurityAddresses(services, transaction, userId, mail);
}

export async function mailSecurityAddresses(
  services: Services | ServicesWithoutInstitution,
  transaction: Transaction,
  userId: number,
  mail: Omit<Mail, 'recipient' | 'userId'>,
): Promise<void> {
  const user = await findUserById(transaction, userId);
  if (!user) return;
  const { customerId } = user;
  const at = services.clock.now();
  const heldAddress = (await findHeldAddress(transaction, userId, at)) ?? null;
  const task = { kind: 'securityMail', customerId, heldAddress, mail: { ...mail, userId }, at: at.toString() } as const;
  // Without the institution, a process that has it decides whether it sends this, and finds the words.
  if (services.institution) await enqueueHostTask(services, transaction, task);
  else leaveHostTask(services, transaction, task);
}
