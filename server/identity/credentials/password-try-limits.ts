import { loginKeyOf } from '#common/identity/rules/login-key.ts';
import { type CountedTry, countTry, limitRequests } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Services } from '#server/services.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Tries at one password in a day, in every way together: sign-in, confirmation, and new passwords compared with it. */
export const PASSWORD_TRIES_A_DAY = { most: 100, withinSeconds: DAY_SECONDS };

/**
 * A new password is compared with the one in use, so each answer is a guess at it. Counted by person,
 * whichever session or link asks: a new one must not give more guesses.
 */
const TYPED = { most: 20, withinSeconds: DAY_SECONDS };
const SENT = { most: 30, withinSeconds: DAY_SECONDS };

/**
 * Counts a try at a password before it is judged; a right one is given back.
 * @param owner the login name where no one has it, which must look the same from outside
 * @returns undefined when no try is left today
 */
export function countPasswordTry(
  services: Services,
  owner: { readonly userId: number } | { readonly loginName: string },
): Promise<CountedTry | undefined> {
  const subject = 'userId' in owner ? `user:${owner.userId}` : `name:${loginKeyOf(owner.loginName)}`;
  return countTry(services, `password-tries:${subject}`, PASSWORD_TRIES_A_DAY);
}

/** @throws Refusal 429 when a person's passwords were looked into too often while typed; what is sent is still judged. */
export async function limitTypedPasswords(services: Services, userId: number): Promise<void> {
  await limitRequests(services, `typed-passwords:${userId}`, TYPED);
  await limitPasswordTries(services, userId);
}

/** @throws Refusal 429 when too many new passwords were sent for a person */
export async function limitSentPasswords(services: Services, userId: number): Promise<void> {
  await limitRequests(services, `sent-passwords:${userId}`, SENT);
  await limitPasswordTries(services, userId);
}

async function limitPasswordTries(services: Services, userId: number): Promise<void> {
  if (!(await countPasswordTry(services, { userId }))) throw new Refusal(429, 'TooManyRequests');
}
