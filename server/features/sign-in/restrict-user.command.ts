import { inTransaction } from '#server/platform/db/database.ts';
import { notify } from '#server/platform/messages/notify.ts';
import { endDevicesOfUser } from '#server/platform/session/devices.queries.ts';
import { endSessionsOfUser } from '#server/platform/session/sessions.queries.ts';
import { findUserByLogin, setRestricted } from '#server/platform/users/users.queries.ts';
import type { Services } from '#server/services.ts';

/**
 * Closes a login, or opens it again. Who is closed out is so at once, on every
 * device, and is told. @returns whether there is such a login.
 */
export async function restrictUser(services: Services, loginName: string, restricted: boolean): Promise<boolean> {
  const { database, clock, audit } = services;
  return inTransaction(database, async (transaction) => {
    const user = await findUserByLogin(transaction, loginName);
    if (!user) return false;
    if (user.restricted === restricted) return true;
    const { userId } = user;
    const at = clock.now();
    await setRestricted(transaction, userId, restricted);
    await audit.record(transaction, { event: restricted ? 'user-restricted' : 'user-opened', userId, details: {} });
    if (!restricted) return true;
    await endSessionsOfUser(transaction, userId, null, at);
    await endDevicesOfUser(transaction, userId, at);
    await notify(services, transaction, { kind: 'userRestricted', userId, about: at.toString(), mailFills: [] });
    return true;
  });
}
