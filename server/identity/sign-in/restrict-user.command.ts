import { randomUUID } from 'node:crypto';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { notify } from '#server/identity/users/notify.ts';
import { endDevicesOfUser, listDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { endSessionsOfUser } from '#server/identity/sessions/sessions.queries.ts';
import { findUserByLogin, type PortalUser, setRestricted } from '#server/identity/users/users.queries.ts';
import type { Services, ServicesWithoutInstitution } from '#server/services.ts';
import { giveTriesBack, triesOfDevice, triesOfLoginName } from './sign-in.queries.ts';

/** Clears the locks that wrong passwords have set, on all devices. */
export async function openLocks(
  { cipher, clock }: Pick<Services, 'cipher' | 'clock'>,
  transaction: Transaction,
  { userId, loginName }: PortalUser,
): Promise<void> {
  await giveTriesBack(transaction, triesOfLoginName(cipher, loginName));
  for (const deviceId of await listDevicesOfUser(transaction, userId, clock.now())) {
    await giveTriesBack(transaction, triesOfDevice(cipher, deviceId));
  }
}

export interface Restriction {
  readonly restricted: boolean;
  readonly by: string;
  /** The hold code of the customer that asks for it. */
  readonly holdCode?: string;
}

/**
 * Restricts or reopens a login, effective at once on all devices, and notifies the user.
 * @returns whether the login exists
 */
export async function restrictUser(
  services: Services | ServicesWithoutInstitution,
  loginName: string,
  restriction: Restriction,
): Promise<boolean> {
  return inTransaction(services.database, async (transaction) => {
    const user = await findUserByLogin(transaction, loginName);
    if (user) await changeRestriction(services, transaction, user, restriction);
    return user !== undefined;
  });
}

/** {@link restrictUser} in the caller's transaction. */
export async function changeRestriction(
  services: Services | ServicesWithoutInstitution,
  transaction: Transaction,
  user: PortalUser,
  restriction: Restriction,
): Promise<void> {
  const { restricted, by } = restriction;
  const { userId } = user;
  const at = services.clock.now();
  // Reopening also clears the locks of wrong passwords, so the right one works.
  if (!restricted) await openLocks(services, transaction, user);
  const event = restricted ? 'user-restricted' : 'user-opened';
  await services.audit.record(transaction, { event, userId, details: { by } });
  const changes = user.restricted !== restricted;
  // Restricted again for a reason of its own, so lifting a hold code no longer opens it.
  if (changes || restricted) await setRestricted(transaction, userId, restriction);
  if (!changes) return;
  if (!restricted) {
    const body = { key: 'securityMail.reopenedBody' } as const;
    await tellSecurityChange(services, transaction, { userId, subject: 'securityMail.accessSubject', body });
    return;
  }
  await endSessionsOfUser(transaction, userId, null, at);
  await endDevicesOfUser(transaction, userId, at);
  await notify(services, transaction, {
    text: { key: 'noticeText.userRestricted' },
    mail: { key: 'noticeMail.userRestrictedBody' },
    userId,
    about: randomUUID(),
  });
}
