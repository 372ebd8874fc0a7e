import { createHash, timingSafeEqual } from 'node:crypto';
import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { spendSingleSignOnToken } from './single-sign-on.queries.ts';
import {
  readSingleSignOnToken,
  type SingleSignOnToken,
  type SingleSignOnTokenProblem,
} from './single-sign-on-token.ts';
import { findSingleSignOnUser, type SingleSignOnUser } from './single-sign-on-user.ts';

export interface SignedOn extends SingleSignOnUser {
  readonly withSeveralFactors: boolean;
}

/** `NotLoggedIn`: signing in at the sign-on again will help. */
export type SingleSignOnError = LoginErrorCode | 'NotLoggedIn';

/**
 * Identifies the user of a sign-on token. A token works once, and only in the browser that asked for it.
 * @param proof the browser's secret; the token's nonce is its SHA-256 in base64url
 */
export async function acceptSingleSignOnToken(
  services: Services,
  text: string,
  proof: string | undefined,
): Promise<Result<SignedOn, SingleSignOnError>> {
  const { database } = services;
  const read = await readSingleSignOnToken(services, text);
  if (!read.ok) return refuse(services, codeOf(read.error), read.error);
  const token = read.value;
  if (!wasAskedFor(services, token, proof)) return refuse(services, 'NotLoggedIn', 'nonce');
  if (!(await spendSingleSignOnToken(database, token))) return refuse(services, 'NotLoggedIn', 'used');
  const found = await findSingleSignOnUser(services, token);
  if (!found.ok) return refuse(services, found.error, 'customer');
  return success({ ...found.value, withSeveralFactors: token.withSeveralFactors });
}

function codeOf(problem: SingleSignOnTokenProblem): SingleSignOnError {
  if (problem === 'expired') return 'NotLoggedIn';
  return problem === 'unavailable' ? 'ServerError' : 'Invalid';
}

/**
 * Prevents login CSRF: otherwise an attacker could sign the victim's browser in as the attacker and read what is typed
 * there.
 */
function wasAskedFor({ institution }: Services, { nonce }: SingleSignOnToken, proof: string | undefined): boolean {
  if (nonce === undefined) return !institution.options['loginOptions.requireSignOnNonceOption'];
  const expected = createHash('sha256')
    .update(proof ?? '')
    .digest();
  const given = Buffer.from(nonce, 'base64url');
  return proof !== undefined && given.length === expected.length && timingSafeEqual(given, expected);
}

async function refuse(
  { database, audit }: Services,
  code: SingleSignOnError,
  reason: SingleSignOnTokenProblem | 'nonce' | 'used' | 'customer',
): Promise<Result<never, SingleSignOnError>> {
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: 'sign-on-refused', userId: null, details: { reason } }),
  );
  return failure(code);
}
