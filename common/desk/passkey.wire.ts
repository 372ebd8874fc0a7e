import type { AttestedPasskey, PasskeyAssertion } from '#common/identity/passkeys.api.ts';

/** A browser's answer to a challenge, in WebAuthn's own names. */
interface SignedChallenge {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | undefined;
  };
}

/** A browser's answer after creating a passkey. */
interface MadePasskey {
  readonly id: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports?: readonly string[] | undefined;
  };
}

export function assertionToWire({ id, response }: SignedChallenge): PasskeyAssertion {
  return {
    Id: id,
    ClientDataJson: response.clientDataJSON,
    AuthenticatorData: response.authenticatorData,
    Signature: response.signature,
    UserHandle: response.userHandle ?? '',
  };
}

export function attestationToWire({ id, response }: MadePasskey): AttestedPasskey {
  return {
    Id: id,
    ClientDataJson: response.clientDataJSON,
    AttestationObject: response.attestationObject,
    Transports: [...(response.transports ?? [])],
  };
}

/** Returns the passkey that an answer names. */
export function credentialIdOf({ Id }: PasskeyAssertion): string {
  return Id;
}
