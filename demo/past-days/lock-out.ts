import { findLockOfLogin } from '#server/desk/customers/customer-logins.queries.ts';
import { signIn } from '#server/identity/sign-in/sign-in.command.ts';
import { hasFailedTries, takeTry, triesOfLoginName } from '#server/identity/sign-in/sign-in.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { lockedOut } from '../books/customers-with-work.ts';

const WRONG_PASSWORD = 'Harbor-2025!';

/** Wrong passwords that lock a login. */
const TRIES = 5;

/** Locks the login with wrong passwords for the third time today, which makes the lock last an hour. */
export async function lockOut(services: Services): Promise<void> {
  const { cipher, clock, database } = services;
  const nameHash = triesOfLoginName(cipher, lockedOut.loginName);
  for (const hoursAgo of [3, 2]) {
    const then = clock.now().subtract({ hours: hoursAgo });
    for (let tries = 0; tries < TRIES; tries += 1) await takeTry(database, nameHash, then);
  }
  const typed = {
    loginName: lockedOut.loginName,
    password: WRONG_PASSWORD,
    ipAddress: '198.51.100.73',
    userAgent: '',
    previousCookie: undefined,
    deviceTokenOf: () => undefined,
  };
  for (let tries = 0; tries < TRIES && !(await isLocked(services)); tries += 1) await signIn(services, typed);
}

/** A lock ends within the hour. As long as no one unlocked the login or signed in with it, it is locked again. */
export async function keepLockedOut(services: Services): Promise<void> {
  const nameHash = triesOfLoginName(services.cipher, lockedOut.loginName);
  const isUnlocked = !(await hasFailedTries(services.database, nameHash));
  if (isUnlocked || (await isLocked(services))) return;
  await lockOut(services);
}

async function isLocked(services: Services): Promise<boolean> {
  const { clock, database } = services;
  const user = await findUserByLogin(database, lockedOut.loginName);
  return user !== undefined && (await findLockOfLogin(services, database, user, clock.now())) !== undefined;
}
