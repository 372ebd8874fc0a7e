import { failure, type Result, success } from '#common/core/results.ts';
import { countTry, forgetRequests } from '#server/platform/http/request-limits.ts';
import type { Services } from '#server/services.ts';
import {
  countRecoveryCodesLeft,
  findAuthenticator,
  findRecoveryCode,
  takeRecoveryCode,
  takeStep,
} from './authenticators.queries.ts';
import { matchesRecoveryCode, readRecoveryCode } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';

/** At any moment, three of a million codes are right. */
const WRONG_CODES = { max: 5, withinSeconds: 15 * 60 };
const WRONG_CODES_A_DAY = { max: 40, withinSeconds: 24 * 60 * 60 };

export type AuthenticatorProof =
  | { readonly by: 'app' }
  | { readonly by: 'recoveryCode'; readonly recoveryCodesLeft: number };

/**
 * Uses up an app code or recovery code. Attempts are counted per user and before the code is checked, so neither a new
 * sign-in nor parallel requests allow more.
 */
export async function checkAuthenticatorCode(
  services: Services,
  userId: number,
  code: string,
): Promise<Result<AuthenticatorProof, 'Invalid' | 'MaxAttemptsReached'>> {
  const counted = await countTry(services, triesOf(userId), WRONG_CODES);
  const countedToday = counted && (await countTry(services, triesOfDay(userId), WRONG_CODES_A_DAY));
  if (!countedToday) return failure('MaxAttemptsReached');
  const proof = /^\d{6}$/.test(code)
    ? await checkAppCode(services, userId, code)
    : await checkRecoveryCode(services, userId, code);
  if (!proof) return failure('Invalid');
  await forgetWrongAuthenticatorCodes(services, userId);
  return success(proof);
}

/** Resets the count after the owner has proved their identity, also in another way. */
export async function forgetWrongAuthenticatorCodes(services: Services, userId: number): Promise<void> {
  await forgetRequests(services, triesOf(userId));
  await forgetRequests(services, triesOfDay(userId));
}

function triesOf(userId: number): string {
  return `authenticator-codes:${userId}`;
}

function triesOfDay(userId: number): string {
  return `authenticator-codes-a-day:${userId}`;
}

/** Binds the sealed key to its owner's row. */
export function authenticatorIdentity(userId: number): string {
  return `authenticator:${userId}`;
}

async function checkAppCode(
  { database, clock, cipher }: Services,
  userId: number,
  code: string,
): Promise<AuthenticatorProof | undefined> {
  const authenticator = await findAuthenticator(database, userId);
  if (!authenticator) return undefined;
  const secret = cipher.decrypt(authenticator.secretSealed, authenticatorIdentity(userId));
  const step = findTotpStep(secret, code, clock.now());
  return step !== undefined && (await takeStep(database, userId, step)) ? { by: 'app' } : undefined;
}

async function checkRecoveryCode(
  { database, clock }: Services,
  userId: number,
  code: string,
): Promise<AuthenticatorProof | undefined> {
  const { slot, secret } = readRecoveryCode(code);
  const codeHash = await findRecoveryCode(database, userId, slot);
  if (codeHash === undefined || !(await matchesRecoveryCode(secret, codeHash))) return undefined;
  if (!(await takeRecoveryCode(database, userId, slot, clock.now()))) return undefined;
  return { by: 'recoveryCode', recoveryCodesLeft: await countRecoveryCodesLeft(database, userId) };
}
