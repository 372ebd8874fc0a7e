import { randomUUID } from 'node:crypto';
import type { UserInfoFields } from '#common/profile/rules/user-info.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { composeMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import { notify } from '#server/identity/users/notify.ts';
import { type PortalUser, renameUser } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';

export interface LoginNameChange {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
  readonly fields: Pick<UserInfoFields, 'loginName' | 'emailAddress'>;
  readonly ipAddress: string;
}

/** Changes the username and tells the customer at the address on file before. */
export async function changeLoginName(
  services: Services,
  transaction: Transaction,
  { user, customer, fields, ipAddress }: LoginNameChange,
): Promise<void> {
  const { userId } = user;
  const at = services.clock.now();
  await renameUser(transaction, userId, fields.loginName);
  await services.audit.record(transaction, { event: 'login-name-changed', userId, details: { ipAddress } });
  const mail = composeMail(services.institution, {
    occasion: `logon-changed-${userId}-${randomUUID()}`,
    recipient: customer.emailAddress,
    userId,
    subject: { key: 'profileMail.loginNameChangedSubject' },
    body: { key: 'profileMail.loginNameChangedBody', values: { name: customer.personalName } },
  });
  if (mail) await enqueueMessage(services, transaction, mail, at);
  await notify(services, transaction, {
    text: { key: 'noticeText.loginNameChange' },
    mail: null,
    userId,
    about: randomUUID(),
  });
}
