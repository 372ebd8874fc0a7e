import type { PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';
import type { SignedChallenge } from '#common/identity/passkeys.wire.ts';
import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { keepChallenge } from '#server/identity/passkeys/challenges.ts';
import { provePasskey } from '#server/identity/passkeys/prove-passkey.ts';
import type { RelyingParty } from '#server/identity/passkeys/relying-party.ts';
import { requestOptionsFor } from '#server/identity/passkeys/webauthn.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import { findUserById, type PortalUser } from '#server/identity/users/users.queries.ts';
import type { HostCustomer } from '#server/host/host.ts';
import type { Services } from '#server/services.ts';

export interface PasskeyRequest {
  /** Ties the challenge to the browser that asked. */
  readonly cookie: string;
  readonly options: PasskeyRequestOptions;
}

/** Asks for a passkey without naming a user: everyone gets the same answer. */
export async function beginPasskeySignIn(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  party: RelyingParty,
): Promise<PasskeyRequest> {
  const cookie = createToken();
  const options = requestOptionsFor(party);
  await keepChallenge(database, subjectOf(cookie), options.challenge, clock.now());
  return { cookie, options };
}

export interface PasskeySignIn {
  readonly user: PortalUser;
  readonly customer: HostCustomer;
}

export interface PasskeyProof {
  readonly cookie: string | undefined;
  readonly signed: SignedChallenge;
  readonly ipAddress: string;
}

/** Verifies the signed challenge, which is used up either way. */
export async function acceptPasskey(
  services: Services,
  party: RelyingParty,
  { cookie, signed, ipAddress }: PasskeyProof,
): Promise<Result<PasskeySignIn, LoginErrorCode>> {
  const refuse = (userId: number | null, code: LoginErrorCode) => refusePasskey(services, { userId, code, ipAddress });
  const { proved, userId } = await provePasskey(services, party, cookie && subjectOf(cookie), signed);
  if (!proved || userId === null) return refuse(userId, 'Invalid');
  const user = await findUserById(services.database, userId);
  const customer = user && (await services.host.findCustomer(user.customerId));
  if (!user || !customer || user.restricted) return refuse(userId, 'Restricted');
  return success({ user, customer });
}

interface PasskeyRefusal {
  readonly userId: number | null;
  readonly code: LoginErrorCode;
  readonly ipAddress: string;
}

async function refusePasskey(
  { database, audit }: Services,
  { userId, code, ipAddress }: PasskeyRefusal,
): Promise<Result<never, LoginErrorCode>> {
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: 'sign-in-refused', userId, details: { code, by: 'passkey', ipAddress } }),
  );
  return failure(code);
}

function subjectOf(cookie: string): string {
  return `passkey-sign-in:${cookie}`;
}
