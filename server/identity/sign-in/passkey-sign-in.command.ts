import type { PasskeyAssertion, PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';
import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { tellSecurityChange } from '#server/identity/users/tell-security-change.ts';
import { keepChallenge, takeChallenge } from '#server/identity/passkeys/challenges.queries.ts';
import {
  blockPasskey,
  findPasskey,
  type Passkey,
  recordPasskeyUse,
} from '#server/identity/passkeys/passkeys.queries.ts';
import type { RelyingParty } from '#server/identity/passkeys/relying-party.ts';
import { readAssertion, requestOptionsFor } from '#server/identity/passkeys/webauthn.ts';
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
export async function beginPasskeySignIn({ database, clock }: Services, party: RelyingParty): Promise<PasskeyRequest> {
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
  /** From the browser that was asked. */
  readonly cookie: string | undefined;
  readonly assertion: PasskeyAssertion;
  readonly ipAddress: string;
}

/** Verifies the signed challenge, which is used up either way. */
export async function acceptPasskey(
  services: Services,
  party: RelyingParty,
  { cookie, assertion, ipAddress }: PasskeyProof,
): Promise<Result<PasskeySignIn, LoginErrorCode>> {
  const { database, clock, log, host } = services;
  const refuse = (userId: number | null, code: LoginErrorCode) => refusePasskey(services, { userId, code, ipAddress });
  const challenge = cookie && (await takeChallenge(database, subjectOf(cookie), clock.now()));
  const passkey = challenge ? await findPasskey(database, assertion.Id) : undefined;
  if (!challenge || !passkey || passkey.isBlocked) return refuse(passkey?.userId ?? null, 'Invalid');
  const read = await readAssertion(log, party, challenge, passkey, assertion);
  if (!read) return refuse(passkey.userId, 'Invalid');

  const user = await findUserById(database, passkey.userId);
  const customer = user && (await host.findCustomer(user.customerId));
  const goesOn = await inTransaction(database, async (transaction) => {
    if (await recordPasskeyUse(transaction, passkey.passkeyId, read.signCount, clock.now())) return true;
    await block(transaction, services, passkey);
    return false;
  });
  if (!goesOn) return refuse(passkey.userId, 'Invalid');
  if (!user || !customer || user.restricted) return refuse(passkey.userId, 'Restricted');
  return success({ user, customer });
}

/** The counter didn't advance: two devices hold the passkey, and we can't tell which is the owner's. */
async function block(
  transaction: Transaction,
  services: Services,
  { passkeyId, userId, name }: Passkey,
): Promise<void> {
  if (!(await blockPasskey(transaction, passkeyId, services.clock.now()))) return;
  await services.audit.record(transaction, { event: 'passkey-blocked', userId, details: { passkeyId } });
  await tellSecurityChange(services, transaction, {
    userId,
    body: 'securityMail.passkeyBlockedBody',
    fills: [name],
  });
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
