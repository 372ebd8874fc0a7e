import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/platform/db/database.ts';
import { mailSecurityAddresses } from '#server/identity/users/tell-security-change.ts';
import { notify } from '#server/identity/users/notify.ts';
import { endLinks } from '#server/identity/one-time/links.queries.ts';
import { deletePasskeysOfUser, listPasskeys } from '#server/identity/passkeys/passkeys.queries.ts';
import { endDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { endSessionsOfUser } from '#server/identity/sessions/sessions.queries.ts';
import { type PortalUser, replacePassword } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { confirmRegistrationByMailedLink } from './registration-proof.ts';

export interface PasswordChange {
  readonly user: PortalUser;
  /** Made before the transaction: it takes a while. */
  readonly passwordHash: string;
  /** The session that the change was made in and that goes on; null when there is none. */
  readonly keptSessionId: number | null;
  /** For the audit: `resetPassword`, `changePassword` or `profile`. */
  readonly way: string;
  readonly ipAddress: string;
}

/**
 * Takes a checked new password: whatever the old one opened is over, no link to
 * change it works any longer, no device is trusted, and the customer is told. A reset
 * also takes the passkeys away: the login may have been in other hands until then.
 */
export async function changePassword(
  services: Services,
  transaction: Transaction,
  { user, passwordHash, keptSessionId, way, ipAddress }: PasswordChange,
): Promise<void> {
  const at = services.clock.now();
  const keepsPasskeys = way !== 'resetPassword';
  const passkeys = keepsPasskeys
    ? (await listPasskeys(transaction, user.userId)).flatMap(({ name, isBlocked }) => (isBlocked ? [] : [name]))
    : await deletePasskeysOfUser(transaction, user.userId);
  await replacePassword(transaction, user.userId, passwordHash, at);
  if (way === 'resetPassword') await confirmRegistrationByMailedLink(services, transaction, user.userId);
  await endSessionsOfUser(transaction, user.userId, keptSessionId, at);
  await endDevicesOfUser(transaction, user.userId, at);
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
    kind: 'passwordChanged',
    userId: user.userId,
    about: randomUUID(),
    mailFills: null,
  });
}

interface PasswordNews {
  /** By the names that the customer gave them. */
  readonly passkeys: readonly string[];
  /** What is said where there are any. */
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
        ? { key: body, fills: [loginName, passkeys.join(', ')] }
        : { key: 'credentialMail.changedBody', fills: [loginName] },
  });
}
