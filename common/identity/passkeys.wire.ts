import type { AttestedPasskey, PasskeyAssertion } from './passkeys.api.ts';

/** A challenge that a passkey signed; bytes are in WebAuthn's base64url. */
export interface SignedChallenge {
  readonly credentialId: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** Empty for a passkey that wasn't created here. */
  readonly userHandle: string;
}

/** A passkey that a device created; bytes are in WebAuthn's base64url. */
export interface CreatedPasskey {
  readonly credentialId: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly transports: readonly string[];
}

export function signedChallengeFromWire(assertion: PasskeyAssertion): SignedChallenge {
  return {
    credentialId: assertion.Id,
    clientData: assertion.ClientDataJson,
    authenticatorData: assertion.AuthenticatorData,
    signature: assertion.Signature,
    userHandle: assertion.UserHandle,
  };
}

export function createdPasskeyFromWire(attested: AttestedPasskey): CreatedPasskey {
  return {
    credentialId: attested.Id,
    clientData: attested.ClientDataJson,
    attestation: attested.AttestationObject,
    transports: attested.Transports,
  };
}

/** A browser's answer to a challenge, in WebAuthn's own names. */
interface BrowserAssertion {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

/** A browser's answer after creating a passkey. */
interface BrowserAttestation {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

export function assertionToWire({ id, response }: BrowserAssertion): PasskeyAssertion {
  return {
    Id: id,
    ClientDataJson: response.clientDataJSON,
    AuthenticatorData: response.authenticatorData,
    Signature: response.signature,
    UserHandle: response.userHandle ?? '',
  };
}

export function attestationToWire({ id, response }: BrowserAttestation): AttestedPasskey {
  return {
    Id: id,
    ClientDataJson: response.clientDataJSON,
    AttestationObject: response.attestationObject,
    Transports: [...(response.transports ?? [])],
  };
}
