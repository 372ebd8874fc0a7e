import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { failure, type Result, success } from '#common/core/results.ts';
import { dateOf } from '#server/platform/clock.ts';
import type { Services } from '#server/services.ts';
import { findIssuerKeys } from './single-sign-on-keys.ts';

/** Maximum lifetime: tokens in addresses can be seen. */
const LIFE_SECONDS = 300;
const CLOCK_SECONDS = 30;

export interface SingleSignOnToken {
  readonly issuer: string;
  readonly subject: string;
  readonly tokenId: string;
  /** After this, the token has expired for certain. */
  readonly worthlessAt: Temporal.Instant;
  readonly customerId: string | undefined;
  /** A username for a customer without a login here. */
  readonly preferredName: string | undefined;
  readonly nonce: string | undefined;
  /** The sign-on used more than one factor (RFC 8176). */
  readonly withSeveralFactors: boolean;
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  jti: z.string().min(1).max(255),
  iat: z.number(),
  exp: z.number(),
  customer_id: z.string().min(1).max(64).optional(),
  preferred_username: z.string().min(1).max(128).optional(),
  nonce: z.string().max(255).optional(),
  amr: z.array(z.string()).optional(),
});

/** `expired`: the sign-on can issue a new one. */
export type SingleSignOnTokenProblem = 'expired' | 'refused' | 'unavailable';

/** Verifies a sign-on token: signature, issuer, audience and lifetime. */
export async function readSingleSignOnToken(
  { institution, clock, log }: Services,
  token: string,
): Promise<Result<SingleSignOnToken, SingleSignOnTokenProblem>> {
  const issuer = institution.options['loginOptions.singleSignOnIssuer'];
  const now = clock.now();
  try {
    const { payload } = await jwtVerify(token, await findIssuerKeys(issuer, clock), {
      algorithms: ['RS256', 'ES256', 'EdDSA'],
      issuer,
      audience: institution.options['loginOptions.singleSignOnAudience'],
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      maxTokenAge: LIFE_SECONDS,
      clockTolerance: CLOCK_SECONDS,
      currentDate: dateOf(now),
    });
    const parsed = claims.safeParse(payload);
    if (!parsed.success || parsed.data.exp - parsed.data.iat > LIFE_SECONDS) return failure('refused');
    return success(tokenOf(issuer, parsed.data, now));
  } catch (error) {
    if (error instanceof errors.JWTExpired) return failure('expired');
    if (isWrongToken(error)) return failure('refused');
    log.error({ err: error }, 'could not load the keys of single sign-on');
    return failure('unavailable');
  }
}

function tokenOf(issuer: string, payload: z.infer<typeof claims>, now: Temporal.Instant): SingleSignOnToken {
  return {
    issuer,
    subject: payload.sub,
    tokenId: payload.jti,
    worthlessAt: now.add({ seconds: LIFE_SECONDS + 2 * CLOCK_SECONDS }),
    customerId: payload.customer_id,
    preferredName: payload.preferred_username,
    nonce: payload.nonce,
    withSeveralFactors: payload.amr?.includes('mfa') === true,
  };
}

/** All other errors mean the issuer is unavailable. */
function isWrongToken(error: unknown): boolean {
  return (
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey
  );
}
