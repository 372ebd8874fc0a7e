import { startAuthentication } from '@simplewebauthn/browser';
import { assertionToWire } from '#common/identity/passkeys.wire.ts';
import type { PasskeyAssertion, PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';

export interface Confirmation {
  begin(): Promise<{
    readonly by: 'passkey' | 'provider' | 'demonstration';
    readonly options: PasskeyRequestOptions | null;
  }>;
  confirm(passkey: PasskeyAssertion | null): Promise<unknown>;
}

/** Asks the signed-in person to prove who they are, by the means they sign in with. */
export async function confirmIdentity({ begin, confirm }: Confirmation): Promise<void> {
  const { by, options } = await begin();
  if (by === 'provider') {
    location.assign('/api/desk/entry/provider?confirm=yes');
    // The page is about to go; what was begun is done again afterwards.
    await new Promise(() => undefined);
  }
  await confirm(options === null ? null : await signWithPasskey(options));
}

/** @throws Error if the person closes the browser's dialog */
export async function signWithPasskey(optionsJSON: PasskeyRequestOptions): Promise<PasskeyAssertion> {
  return assertionToWire(await startAuthentication({ optionsJSON }));
}
