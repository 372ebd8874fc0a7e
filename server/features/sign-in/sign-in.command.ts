import type { LoginErrorCode } from '#common/api/sign-in.api.ts';
import { failure, type Result } from '#common/core/results.ts';
import { loginKeyOf } from '#common/rules/sign-in/login-key.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/even-time.ts';
import { countTowardsLimit, hasReachedLimit } from '#server/platform/http/request-limits.ts';
import { notify } from '#server/platform/messages/notify.ts';
import { verifyNothing, verifyPassword } from '#server/platform/passwords.ts';
import { findDevice } from '#server/platform/session/devices.queries.ts';
import { findUserByLogin, type PortalUser } from '#server/platform/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { type BegunSignIn, beginSignIn } from './begin-sign-in.command.ts';
import { giveTriesBack, takeTry } from './sign-in.queries.ts';

export interface Credentials {
  readonly loginName: string;
  readonly password: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  /** The cookie of a session that this one takes the place of, if any. */
  readonly previousCookie: string | undefined;
  /** The cookie by which this device is known to a person's sign-in, if any. */
  readonly deviceTokenOf: (userId: number) => string | undefined;
}

/** One address that fails this often is trying names and passwords, not signing in. */
export const FAILURES_PER_ADDRESS = { most: 100, withinSeconds: 600 };

const LAST_TRY_MS = 200;

/**
 * Signs a person in with login name and password. Known and unknown names take
 * the same steps, so that neither the answer nor its time tells them apart; what
 * is wrong with an account is said only to the holder of the right password.
 */
export async function signIn(
  services: Services,
  credentials: Credentials,
): Promise<Result<BegunSignIn, LoginErrorCode>> {
  const { database, clock } = services;
  const failures = failuresOf(credentials.ipAddress);
  if (await hasReachedLimit(services, failures, FAILURES_PER_ADDRESS)) return failure('MaxAttemptsReached');
  const user = await findUserByLogin(database, credentials.loginName);
  const deviceToken = user && credentials.deviceTokenOf(user.userId);
  const triesHash = await triesOf(services, credentials.loginName, user, deviceToken);
  const taken = await takeTry(database, triesHash, clock.now());
  if (!taken) return failure('LockedOnBadPassword');

  const matches = user
    ? await verifyPassword(credentials.password, user.passwordHash)
    : await verifyNothing(credentials.password);
  if (!user || !matches) {
    await countTowardsLimit(services, failures, FAILURES_PER_ADDRESS);
    const code = taken.isLast ? 'LockedOnBadPassword' : 'Invalid';
    const record = () => recordRefusal(services, user?.userId ?? null, code);
    // The last try may write messages, which only somebody who exists is sent.
    await (taken.isLast ? inEvenTime(LAST_TRY_MS, record) : record());
    return failure('Invalid');
  }

  const customer = await services.host.findCustomer(user.customerId);
  const begun =
    user.restricted || !customer
      ? failure('Restricted' as const)
      : await beginSignIn(services, { ...credentials, user, customer, passwordWasEntered: true, deviceToken });
  if (begun.ok) await inTransaction(database, (transaction) => giveTriesBack(transaction, triesHash));
  else await recordRefusal(services, user.userId, begun.error);
  return begun;
}

/** What the failures of an address are counted under. */
export function failuresOf(ipAddress: string): string {
  return `sign-in-failures:${ipAddress}`;
}

/**
 * Tries are counted by login name, and apart for a device that the person has
 * signed in from: whoever guesses from elsewhere cannot lock the owner out there.
 */
async function triesOf(
  { database, clock, cipher }: Services,
  loginName: string,
  user: PortalUser | undefined,
  deviceToken: string | undefined,
): Promise<Uint8Array> {
  const device = user && deviceToken ? await findDevice(database, user.userId, deviceToken, clock.now()) : undefined;
  return device ? cipher.blindIndex(String(device.deviceId), 'known-device') : triesOfLoginName(cipher, loginName);
}

/** What the tries of a login name are counted under, from wherever no device is known. */
export function triesOfLoginName(cipher: Services['cipher'], loginName: string): Uint8Array {
  return cipher.blindIndex(loginKeyOf(loginName), 'login-name');
}

function recordRefusal(services: Services, userId: number | null, code: LoginErrorCode): Promise<void> {
  return inTransaction(services.database, async (transaction) => {
    await services.audit.record(transaction, { event: 'sign-in-refused', userId, details: { code } });
    if (userId === null || code !== 'LockedOnBadPassword') return;
    const about = services.clock.now().toString();
    await notify(services, transaction, { kind: 'restrictedPasswordViolation', userId, about, mailFills: [] });
  });
}
