import { randomInt, timingSafeEqual } from 'node:crypto';
import { failure, type Result, success } from '#common/core/results.ts';
import { countTowardsLimit, countTry, findWindowStart, forgetRequests } from '#server/platform/http/request-limits.ts';
import { CODE_MINUTES } from '#server/messages/compose-mail.ts';
import type { Services } from '#server/services.ts';
import { takeCode, takeCodeTry, upsertCode } from './one-time-codes.queries.ts';

/** Six digits, ten minutes, five attempts, three new codes in 15 minutes (C-067). */
const CODE_TRIES = 5;
const CODES_SENT = { max: 4, withinSeconds: 15 * 60 };

/** Over all codes of a subject, so new codes don't allow more guesses. */
const WRONG_CODES = { max: 50, withinSeconds: 24 * 60 * 60 };

export interface CodeSent {
  /** Names in the log why an earlier code to the same address could not be sent; null if none failed. */
  readonly trouble: string | null;
}

export type CodeError = 'CodeExpired' | 'MaxAttemptsReached' | 'Invalid';

/**
 * Creates a code for a subject, e.g. `sign-in:42`, replacing the last one.
 * @returns the six digits to send, or undefined after too many codes
 */
export async function createSecurityCode(services: Services, subject: string): Promise<string | undefined> {
  const { database, clock, cipher } = services;
  if ((await countTowardsLimit(services, codesSentTo(subject), CODES_SENT)) > CODES_SENT.max) return undefined;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const subjectHash = cipher.blindIndex(subject, 'security-code-subject');
  const secret = hashCode(services, subject, code);
  await upsertCode(database, { subjectHash, secret, minutes: CODE_MINUTES }, clock.now());
  return code;
}

/** Names how long the next code is refused, such as `TooManyCodes 12`, in minutes. */
export type TooManyCodes = `TooManyCodes ${number}`;

/** After {@link createSecurityCode} has refused one. */
export async function tooManyCodes(services: Services, subject: string): Promise<TooManyCodes> {
  const startedAt = await findWindowStart(services, codesSentTo(subject));
  const now = services.clock.now();
  const left = (startedAt ?? now).add({ seconds: CODES_SENT.withinSeconds }).since(now);
  const { minutes } = left.round({ largestUnit: 'minutes', smallestUnit: 'minutes', roundingMode: 'ceil' });
  return `TooManyCodes ${Math.max(1, minutes)}`;
}

function codesSentTo(subject: string): string {
  return `security-code:${subject}`;
}

/** Uses up a code. A wrong one costs one of five attempts; after that only a new code works. */
export async function checkSecurityCode(
  services: Services,
  subject: string,
  code: string,
): Promise<Result<true, CodeError>> {
  const { database, clock, cipher } = services;
  const subjectHash = cipher.blindIndex(subject, 'security-code-subject');
  const counted = await countTry(services, wrongCodesOf(subject), WRONG_CODES);
  if (!counted) return failure('MaxAttemptsReached');
  const stored = await takeCodeTry(database, subjectHash);
  if (!stored) return failure('Invalid');
  if (stored.tries > CODE_TRIES) return failure('MaxAttemptsReached');
  if (Temporal.Instant.compare(stored.expiresAt, clock.now()) <= 0) return failure('CodeExpired');
  if (!timingSafeEqual(stored.secret, hashCode(services, subject, code))) return failure('Invalid');
  if (!(await takeCode(database, subjectHash))) return failure('Invalid');
  await counted.giveBack();
  return success(true);
}

/** Resets the count after the owner has proved their identity in another way. */
export function forgetWrongCodes(services: Services, subject: string): Promise<void> {
  return forgetRequests(services, wrongCodesOf(subject));
}

function wrongCodesOf(subject: string): string {
  return `wrong-security-codes:${subject}`;
}

function hashCode(services: Services, subject: string, code: string): Uint8Array {
  return services.cipher.blindIndex(`${subject}\0${code}`, 'security-code');
}
