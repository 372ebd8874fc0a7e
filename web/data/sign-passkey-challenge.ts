import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import { assertionToWire } from '#common/identity/passkeys.wire.ts';
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
  // A passkey without a user handle was not created here.
  return signed.response.userHandle ? { kind: 'signed', assertion: assertionToWire(signed) } : { kind: 'foreign' };
}

async function sign(optionsJSON: PasskeyRequestOptions) {
  try {
    return await startAuthentication({ optionsJSON });
  } catch {
    return null;
  }
}
