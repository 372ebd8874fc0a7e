import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import { failure, type Result } from '#common/core/results.ts';
import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { inEvenTime } from '#server/platform/crypto/even-time.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { type CountedTry, countTowardsLimit, countTry } from '#server/platform/http/request-limits.ts';
import { notify } from '#server/identity/users/notify.ts';
import { countPasswordTry } from '#server/identity/credentials/password-try-limits.ts';
import { isTooBusyFor, verifyNothing, verifyPassword } from '#server/platform/crypto/passwords.ts';
import type { TooManyCodes } from '#server/identity/one-time/security-codes.ts';
import { findDevice } from '#server/identity/sessions/devices.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import type { Services } from '#server/services.ts';
import { type BegunSignIn, beginSignIn } from './begin-sign-in.command.ts';
import { giveTriesBack, takeTry, triesOfDevice, triesOfLoginName } from './sign-in.queries.ts';

export interface Credentials {
  readonly loginName: string;
  readonly password: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly previousCookie: string | undefined;
  /** The cookie that identifies this device for a user, if any. */
  readonly deviceTokenOf: (userId: number) => string | undefined;
}

/** More failures than this from one address are guessing. */
export const FAILURES_PER_ADDRESS = { max: 100, withinSeconds: 600 };

export type SignInError = LoginErrorCode | TooManyCodes;

const LAST_TRY_MS = 200;

/**
 * Signs in with username and password. Unknown usernames take the same steps in the same time. Account problems are
 * reported only after the right password.
 */
export async function signIn(services: Services, credentials: Credentials): Promise<Result<BegunSignIn, SignInError>> {
  const { database, clock } = services;
  const { loginName, ipAddress } = credentials;
  const user = await findUserByLogin(database, loginName);
  const deviceToken = user && credentials.deviceTokenOf(user.userId);
  const known = user && deviceToken ? await findDevice(database, user.userId, deviceToken, clock.now()) : undefined;
  // Known devices have their own lane, so a flood from the same address doesn't delay them.
  const lane = known ? `device:${known.deviceId}` : networkOf(ipAddress);
  if (isTooBusyFor(lane)) return failure('MaxAttemptsReached');
  const ofAddress = known ? noLimit : await countTry(services, failuresOf(ipAddress), FAILURES_PER_ADDRESS);
  if (!ofAddress) return failure('MaxAttemptsReached');
  const triesHash = known
    ? triesOfDevice(services.cipher, known.deviceId)
    : triesOfLoginName(services.cipher, loginName);
  const taken = await takeTry(database, triesHash, clock.now());
  if (!taken) {
    await recordLockedTry(services, credentials, user?.userId ?? null);
    return failure('LockedOnBadPassword');
  }
  const ofDay = await countPasswordTry(services, user ?? { loginName });
  if (!ofDay) return failure('MaxAttemptsReached');

  const { password } = credentials;
  const matches = user ? await verifyPassword(password, user.passwordHash, lane) : await verifyNothing(password, lane);
  if (!user || !matches) {
    const code = taken.isLast ? 'LockedOnBadPassword' : 'Invalid';
    const record = () => recordRefusal(services, credentials, user?.userId ?? null, code);
    // The last attempt may send messages, which only real users get.
    await (taken.isLast ? inEvenTime(LAST_TRY_MS, record) : record());
    return failure('Invalid');
  }

  await ofAddress.giveBack();
  await ofDay.giveBack();
  const customer = await services.host.findCustomer(user.customerId);
  const begun =
    user.restricted || !customer
      ? failure('Restricted' as const)
      : await beginSignIn(services, { ...credentials, user, customer, proof: { by: 'password' }, deviceToken });
  // The password was right: asking for too many codes is not a failed try.
  if (begun.ok || begun.error.startsWith('TooManyCodes')) {
    await inTransaction(database, (transaction) => giveTriesBack(transaction, triesHash));
  }
  if (!begun.ok) await recordRefusal(services, credentials, user.userId, begun.error);
  return begun;
}

const noLimit: Pick<CountedTry, 'giveBack'> = { giveBack: () => Promise.resolve() };

export function failuresOf(ipAddress: string): string {
  return `sign-in-failures:${networkOf(ipAddress)}`;
}

/**
 * Logs the address, and the username as a keyed hash: attempts at one username can be told apart without storing what
 * was typed.
 */
function recordRefusal(
  services: Services,
  { loginName, ipAddress }: Pick<Credentials, 'loginName' | 'ipAddress'>,
  userId: number | null,
  code: SignInError,
): Promise<void> {
  const name = auditNameOf(services, loginName);
  return inTransaction(services.database, async (transaction) => {
    await services.audit.record(transaction, { event: 'sign-in-refused', userId, details: { code, ipAddress, name } });
    if (userId === null || code !== 'LockedOnBadPassword') return;
    const about = services.clock.now().toString();
    await notify(services, transaction, {
      text: { key: 'noticeText.restrictedPasswordViolation' },
      mail: { key: 'noticeMail.passwordViolationBody' },
      userId,
      about,
    });
  });
}

/** Attempts at a locked username are logged as samples, to keep a flood out of the log. */
const LOCKED_TRIES = { max: Infinity, withinSeconds: 600 };

/** Logs the 1st, 10th, 100th attempt at a locked username within ten minutes; the password isn't checked. */
async function recordLockedTry(
  services: Services,
  { loginName, ipAddress }: Pick<Credentials, 'loginName' | 'ipAddress'>,
  userId: number | null,
): Promise<void> {
  const count = await countTowardsLimit(services, `locked-tries:${loginKeyOf(loginName)}`, LOCKED_TRIES);
  if (!Number.isInteger(Math.log10(count))) return;
  const details = { ipAddress, name: auditNameOf(services, loginName), count };
  await inTransaction(services.database, (transaction) =>
    services.audit.record(transaction, { event: 'sign-in-while-locked', userId, details }),
  );
}

function auditNameOf({ cipher }: Services, loginName: string): string {
  return Buffer.from(cipher.blindIndex(loginKeyOf(loginName), 'audit-login-name')).toString('base64url');
}
