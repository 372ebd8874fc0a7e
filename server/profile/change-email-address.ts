import { randomUUID } from 'node:crypto';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { customerSubject } from '#server/host-tasks/host-task.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { notify } from '#server/identity/users/notify.ts';
import { createLink, endLinks, linkMinutes } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { endDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { recordEmailChange } from '#server/identity/users/email-changes.queries.ts';
import { markEmailUnverified } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import type { LoginNameChange } from './change-login-name.ts';

export interface EmailChange extends LoginNameChange {
  /** The start of the link in the message. */
  readonly siteUrl: string;
}

/**
 * Changes the email address: tells the old address, requires verifying the new one, stops trusting all devices, and
 * sends sign-in links to the old address for a day. Under single sign-on there is nothing to verify (A 2.1).
 */
export async function changeEmailAddress(
  services: Services,
  transaction: Transaction,
  { user, customer, fields, siteUrl, ipAddress }: EmailChange,
): Promise<void> {
  const { userId, customerId } = user;
  const at = services.clock.now();
  const task = { kind: 'changeEmailAddress', customerId, emailAddress: fields.emailAddress } as const;
  await raiseGuard(transaction, customerSubject(customerId));
  await enqueueHostTask(services, transaction, task);
  await markEmailUnverified(transaction, userId);
  if (customer.emailAddress !== '') await recordEmailChange(transaction, userId, customer.emailAddress, at);
  await endDevicesOfUser(transaction, userId, at);
  await endLinks(transaction, 'resetPassword', customerId, at);
  await services.audit.record(transaction, { event: 'email-changed', userId, details: { ipAddress } });
  const mails = [
    composeMail(services.institution, {
      occasion: `email-changed-${userId}-${randomUUID()}`,
      recipient: customer.emailAddress,
      userId,
      subject: { key: 'profileMail.emailChangedSubject' },
      body: { key: 'profileMail.emailChangedBody', values: { name: customer.personalName } },
    }),
    services.institution.options['loginOptions.useSingleSignOnOption']
      ? undefined
      : await verification(services, transaction, { user, fields, siteUrl, at }),
  ];
  for (const mail of mails) if (mail) await enqueueMessage(services, transaction, mail, at);
  await notify(services, transaction, {
    text: { key: 'noticeText.emailAddressChanged' },
    mail: null,
    userId,
    about: randomUUID(),
  });
}

async function verification(
  services: Services,
  transaction: Transaction,
  {
    user: { userId, customerId },
    fields,
    siteUrl,
    at,
  }: Pick<EmailChange, 'user' | 'fields' | 'siteUrl'> & { readonly at: Temporal.Instant },
) {
  const token = await createLink(transaction, 'verifyEmail', { userId, customerId }, at);
  return composeMail(services.institution, {
    occasion: `verify-email-${userId}-${randomUUID()}`,
    recipient: fields.emailAddress,
    subject: { key: 'profileMail.verifySubject' },
    body: { key: 'profileMail.verifyBody' },
    link: { label: 'profileMail.verifyLink', url: `${siteUrl}/#/home/verifyEmail/${token}` },
    usefulMinutes: linkMinutes.verifyEmail,
  });
}
