import { randomBytes } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';
import type { CreatedPasskey, SignedChallenge } from '#common/identity/passkeys.wire.ts';
import type { Log } from '#server/platform/log.ts';
import { CHALLENGE_MINUTES } from './challenges.ts';
import type { Passkey } from './passkeys.queries.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loaded on first use: most processes don't need it. */
const library = () => import('@simplewebauthn/server');

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

/** Ed25519, ES256 and RS256, which devices support. */
const ALGORITHMS = [-8, -7, -257];

export interface PasskeyOwner {
  readonly userHandle: Uint8Array;
  readonly loginName: string;
  readonly personalName: string;
}

/** Options for a discoverable passkey with user verification (fingerprint, face or PIN). */
export function creationOptionsFor(
  party: RelyingParty,
  owner: PasskeyOwner,
  known: readonly Pick<Passkey, 'credentialId' | 'transports'>[],
): PasskeyCreationOptions {
  return {
    rp: { id: party.id, name: party.name },
    user: { id: textOf(owner.userHandle), name: owner.loginName, displayName: owner.personalName },
    challenge: createChallenge(),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key',
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** Options for signing in without naming a passkey, so the answer doesn't reveal who has one. */
export function requestOptionsFor(party: RelyingParty): PasskeyRequestOptions {
  return { rpId: party.id, challenge: createChallenge(), timeout: TIMEOUT_MS, userVerification: 'required' };
}

function createChallenge(): string {
  return textOf(randomBytes(32));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** Returns the new passkey, or undefined if the device's answer is invalid. */
export async function readNewPasskey(
  log: Log,
  party: RelyingParty,
  challenge: string,
  created: CreatedPasskey,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { credentialId: id, clientData: clientDataJSON, attestation: attestationObject } = created;
  const transports = [...created.transports];
  return orNothing(log, async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject, transports },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return undefined;
    const { credential } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      signCount: credential.counter,
      transports,
    };
  });
}

/**
 * Verifies a signed challenge with user verification.
 * @returns its counter for the caller to check, or undefined if the answer is invalid
 */
export async function readAssertion(
  log: Log,
  party: RelyingParty,
  challenge: string,
  passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'userHandle'>,
  signed: SignedChallenge,
): Promise<{ readonly signCount: number } | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { credentialId, publicKey, userHandle } = passkey;
  if (signed.userHandle !== textOf(userHandle)) return undefined;
  return orNothing(log, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: signed.clientData,
          authenticatorData: signed.authenticatorData,
          signature: signed.signature,
          userHandle: signed.userHandle,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // The library checks the counter before the signature, when anyone could have sent it, so we check it ourselves.
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? { signCount: authenticationInfo.newCounter } : undefined;
  });
}

/** The library throws for invalid answers. The log tells an operator about a wrong public address. */
async function orNothing<Value>(log: Log, read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'invalid answer from a passkey');
    return undefined;
  }
}
