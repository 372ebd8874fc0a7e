import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/platform/db/database.ts';
import { mailSecurityAddresses } from '#server/identity/users/tell-security-change.ts';
import { notify } from '#server/identity/users/notify.ts';
import { endLinks } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { deletePasskeysOfUser, listPasskeys } from '#server/identity/passkeys/passkeys.queries.ts';
import { endDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { endSessionsOfUser } from '#server/identity/sessions/sessions.queries.ts';
import { type PortalUser, replacePassword } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { confirmRegistrationByMailedLink } from './registration-proof.ts';

export interface PasswordChange {
  readonly user: PortalUser;
  readonly passwordHash: string;
  /** The session that makes the change and continues; null without one. */
  readonly keptSessionId: number | null;
  /** The device whose sign-in asked for the change: the customer has just chosen whether to trust it. */
  readonly keptDeviceId?: number | null;
  /** For the audit log: `resetPassword`, `changePassword` or `profile`. */
  readonly way: string;
  readonly ipAddress: string;
}

/**
 * Saves a checked new password: ends other sessions, reset links and trusted devices, and notifies the customer. A
 * reset also removes the passkeys, because someone else may have had the login until then.
 */
export async function changePassword(
  services: Services,
  transaction: Transaction,
  { user, passwordHash, keptSessionId, keptDeviceId = null, way, ipAddress }: PasswordChange,
): Promise<void> {
  const at = services.clock.now();
  const keepsPasskeys = way !== 'resetPassword';
  const passkeys = keepsPasskeys
    ? (await listPasskeys(transaction, user.userId)).flatMap(({ name, isBlocked }) => (isBlocked ? [] : [name]))
    : await deletePasskeysOfUser(transaction, user.userId);
  await replacePassword(transaction, user.userId, passwordHash, at);
  if (way === 'resetPassword') await confirmRegistrationByMailedLink(services, transaction, user.userId);
  await endSessionsOfUser(transaction, user.userId, keptSessionId, at);
  await endDevicesOfUser(transaction, user.userId, at, keptDeviceId);
  await endLinks(transaction, 'resetPassword', user.customerId, at);
  await endLinks(transaction, 'changePassword', user.customerId, at);
  await services.audit.record(transaction, {
    event: 'password-changed',
    userId: user.userId,
    details: { way, ipAddress },
  });
  if (!keepsPasskeys && passkeys.length > 0) {
    const details = { way, names: passkeys.join(', ') };
    await services.audit.record(transaction, { event: 'passkeys-removed', userId: user.userId, details });
  }
  await tellPasswordChange(services, transaction, user, {
    passkeys,
    body: keepsPasskeys ? 'credentialMail.changedKeptPasskeysBody' : 'credentialMail.changedRemovedPasskeysBody',
  });
  await notify(services, transaction, {
    text: { key: 'noticeText.passwordChanged' },
    userId: user.userId,
    about: randomUUID(),
    mail: null,
  });
}

interface PasswordNews {
  /** By their names. */
  readonly passkeys: readonly string[];
  readonly body: 'credentialMail.changedKeptPasskeysBody' | 'credentialMail.changedRemovedPasskeysBody';
}

async function tellPasswordChange(
  services: Services,
  transaction: Transaction,
  { userId, loginName }: PortalUser,
  { passkeys, body }: PasswordNews,
): Promise<void> {
  await mailSecurityAddresses(services, transaction, userId, {
    occasion: `password-changed-${userId}-${randomUUID()}`,
    subject: { key: 'credentialMail.changedSubject' },
    body:
      passkeys.length > 0
        ? { key: body, values: { username: loginName, passkeys: passkeys.join(', ') } }
        : { key: 'credentialMail.changedBody', values: { username: loginName } },
  });
}
