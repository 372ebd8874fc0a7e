import { createHash, timingSafeEqual } from 'node:crypto';
import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { spendSignOnToken } from './single-sign-on.queries.ts';
import { readSignOnToken, type SignOnToken, type SignOnTokenProblem } from './single-sign-on-token.ts';
import { findSignOnUser, type SignOnUser } from './single-sign-on-user.ts';

export interface SignedOn extends SignOnUser {
  readonly withSeveralFactors: boolean;
}

/** `NotLoggedIn`: signing in at the sign-on again will help. */
export type SignOnError = LoginErrorCode | 'NotLoggedIn';

/**
 * Identifies the user of a sign-on token. A token works once, and only in the browser that asked for it.
 * @param proof the browser's secret; the token's nonce is its SHA-256 in base64url
 */
export async function acceptSignOnToken(
  services: Services,
  text: string,
  proof: string | undefined,
): Promise<Result<SignedOn, SignOnError>> {
  const { database } = services;
  const read = await readSignOnToken(services, text);
  if (!read.ok) return refuse(services, codeOf(read.error), read.error);
  const token = read.value;
  if (!wasAskedFor(services, token, proof)) return refuse(services, 'NotLoggedIn', 'nonce');
  if (!(await spendSignOnToken(database, token))) return refuse(services, 'NotLoggedIn', 'used');
  const found = await findSignOnUser(services, token);
  if (!found.ok) return refuse(services, found.error, 'customer');
  return success({ ...found.value, withSeveralFactors: token.withSeveralFactors });
}

function codeOf(problem: SignOnTokenProblem): SignOnError {
  if (problem === 'expired') return 'NotLoggedIn';
  return problem === 'unavailable' ? 'ServerError' : 'Invalid';
}

/**
 * Prevents login CSRF: otherwise an attacker could sign the victim's browser in as the attacker and read what is typed
 * there.
 */
function wasAskedFor({ institution }: Services, { nonce }: SignOnToken, proof: string | undefined): boolean {
  if (nonce === undefined) return !institution.options['loginOptions.requireSignOnNonceOption'];
  const expected = createHash('sha256')
    .update(proof ?? '')
    .digest();
  const given = Buffer.from(nonce, 'base64url');
  return proof !== undefined && given.length === expected.length && timingSafeEqual(given, expected);
}

async function refuse(
  { database, audit }: Services,
  code: SignOnError,
  reason: SignOnTokenProblem | 'nonce' | 'used' | 'customer',
): Promise<Result<never, SignOnError>> {
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: 'sign-on-refused', userId: null, details: { reason } }),
  );
  return failure(code);
}
