import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import type { PasskeyAssertion, PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';

export { browserSupportsWebAuthn as supportsPasskeys };

/** `notDone`: the user closed the browser's dialog or has no passkey. `foreign`: the passkey has no user handle. */
export type SignedChallenge =
  | { readonly kind: 'signed'; readonly assertion: PasskeyAssertion }
  | { readonly kind: 'notDone' }
  | { readonly kind: 'foreign' };

/** Lets the user choose a passkey and signs the challenge with it. */
export async function signPasskeyChallenge(optionsJSON: PasskeyRequestOptions): Promise<SignedChallenge> {
  const signed = await sign(optionsJSON);
  if (!signed) return { kind: 'notDone' };
  const { id, response } = signed;
  // A passkey without a user handle was not created here.
  if (!response.userHandle) return { kind: 'foreign' };
  const assertion = {
    Id: id,
    ClientDataJson: response.clientDataJSON,
    AuthenticatorData: response.authenticatorData,
    Signature: response.signature,
    UserHandle: response.userHandle,
  };
  return { kind: 'signed', assertion };
}

async function sign(optionsJSON: PasskeyRequestOptions) {
  try {
    return await startAuthentication({ optionsJSON });
  } catch {
    return null;
  }
}
