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

/** Three of a million codes are right at any moment. */
const WRONG_CODES = { most: 5, withinSeconds: 15 * 60 };
const WRONG_CODES_A_DAY = { most: 40, withinSeconds: 24 * 60 * 60 };

/** How somebody proved to be the owner. */
export type AuthenticatorProof =
  | { readonly by: 'app' }
  | { readonly by: 'recoveryCode'; readonly recoveryCodesLeft: number };

/**
 * Uses up a code of a person's app, or one of the recovery codes. Tries are
 * counted by person and before the code is looked at, so that neither another
 * sign-in nor many at once give more of them.
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

/** The owner is in, or has proved to be it in another way. */
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

/** The key of an app is sealed for its owner: the row of somebody else cannot be given it. */
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
