import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/platform/db/database.ts';
import type { MessageKey } from '#server/messages/message-catalogue.ts';
import type { Services } from '#server/services.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { listSecurityAddresses } from './security-addresses.ts';

export interface SecurityChange {
  readonly userId: number;
  readonly body: Extract<MessageKey, `securityMail.${string}Body`>;
  /** Of something else than the ways in. */
  readonly subject?: 'securityMail.subject' | 'securityMail.methodSubject';
  /** What stands in the place of each `{}` of the words. */
  readonly fills?: readonly string[];
}

/** Tells a customer of a change to the ways in, so that one that somebody else made does not go unnoticed. */
export async function tellSecurityChange(
  services: Pick<Services, 'institution' | 'clock' | 'host' | 'cipher'>,
  transaction: Transaction,
  { userId, subject = 'securityMail.subject', body, fills = [] }: SecurityChange,
): Promise<void> {
  const at = services.clock.now();
  for (const [index, recipient] of (await listSecurityAddresses(services, transaction, userId)).entries()) {
    const message = composeMail(services.institution, {
      occasion: `${body}-${userId}-${randomUUID()}-${index}`,
      recipient,
      subject: { key: subject },
      body: { key: body, fills },
    });
    if (message) await enqueueMessage(services, transaction, message, at);
  }
}
