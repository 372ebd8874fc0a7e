import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import { type CountedTry, countTry, limitRequests } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Services } from '#server/services.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Per password and day, over all ways: sign-in, confirmation, and comparison with new passwords. */
export const PASSWORD_TRIES_A_DAY = { max: 100, withinSeconds: DAY_SECONDS };

/**
 * A new password is compared with the current one, so each answer is a guess. Counted per user, so another session or
 * link doesn't allow more.
 */
const TYPED = { max: 20, withinSeconds: DAY_SECONDS };
const SENT = { max: 30, withinSeconds: DAY_SECONDS };

/**
 * Counts an attempt before the check; uncount a right one.
 * @param owner the user, or the username if unknown, which must look the same from outside
 * @returns undefined if no attempt is left today
 */
export function countPasswordTry(
  services: Services,
  owner: { readonly userId: number } | { readonly loginName: string },
): Promise<CountedTry | undefined> {
  const subject = 'userId' in owner ? `user:${owner.userId}` : `name:${loginKeyOf(owner.loginName)}`;
  return countTry(services, `password-tries:${subject}`, PASSWORD_TRIES_A_DAY);
}

/** @throws Refusal 429 after too many checks while typing; submitted passwords are still checked */
export async function limitTypedPasswords(services: Services, userId: number): Promise<void> {
  await limitRequests(services, `typed-passwords:${userId}`, TYPED);
  await limitPasswordTries(services, userId);
}

/** @throws Refusal 429 after too many submitted passwords for a user */
export async function limitSentPasswords(services: Services, userId: number): Promise<void> {
  await limitRequests(services, `sent-passwords:${userId}`, SENT);
  await limitPasswordTries(services, userId);
}

async function limitPasswordTries(services: Services, userId: number): Promise<void> {
  if (!(await countPasswordTry(services, { userId }))) throw new Refusal(429, 'TooManyRequests');
}
