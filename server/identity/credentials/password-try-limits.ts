import { limitRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * A new password is compared with the one in use, so each answer is a guess at it.
 * Counted by person, whichever session or link asks: a new one must not give more
 * guesses. Together with the tries of the sign-in and of the confirmation these
 * stay below a hundred a day.
 */
const TYPED = { most: 20, withinSeconds: DAY_SECONDS };
const SENT = { most: 30, withinSeconds: DAY_SECONDS };

/** @throws Refusal 429 when a person's passwords were looked into too often while typed; what is sent is still judged. */
export function limitTypedPasswords(services: Services, userId: number): Promise<void> {
  return limitRequests(services, `typed-passwords:${userId}`, TYPED);
}

/** @throws Refusal 429 when too many new passwords were sent for a person */
export function limitSentPasswords(services: Services, userId: number): Promise<void> {
  return limitRequests(services, `sent-passwords:${userId}`, SENT);
}
