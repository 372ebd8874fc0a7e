import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser';
import type { PasskeyRequestOptions } from '#common/identity/passkeys.api.ts';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { TextKey } from '#common/contract/all-texts.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { loginMessage } from './login-message.ts';

/** The login response, or what to say. */
export type PasskeyOutcome =
  | { readonly kind: 'signedIn'; readonly response: LoginResponse }
  | { readonly kind: 'message'; readonly text: TextKey }
  | { readonly kind: 'offline' };

/** Lets the browser find a passkey of the person, whoever it is, and signs in with it. */
export async function askForPasskey(): Promise<PasskeyOutcome> {
  if (!browserSupportsWebAuthn()) return { kind: 'message', text: 'passkeyLogin.unsupported' };
  const begun = await call('POST /api/Login/BeginPasskeyLogin', { body: {} });
  if (begun.kind !== 'answer') return outcomeOf(begun);
  const signed = await sign(begun.body.Options);
  if (!signed) return { kind: 'message', text: 'passkeyLogin.notDone' };
  const { id, response } = signed;
  // A key that does not say whose it is was not made here.
  if (!response.userHandle) return { kind: 'message', text: 'passkeyLogin.refused' };
  const result = await call('POST /api/Login/PasskeyLogin', {
    body: {
      Id: id,
      ClientDataJson: response.clientDataJSON,
      AuthenticatorData: response.authenticatorData,
      Signature: response.signature,
      UserHandle: response.userHandle,
    },
  });
  return result.kind === 'answer' ? { kind: 'signedIn', response: result.body } : outcomeOf(result);
}

/** Nothing when the person thought better of it, or has none. */
async function sign(optionsJSON: PasskeyRequestOptions) {
  try {
    return await startAuthentication({ optionsJSON });
  } catch {
    return null;
  }
}

function outcomeOf(result: Exclude<CallResult<unknown>, { kind: 'answer' }>): PasskeyOutcome {
  const message = loginMessage(result);
  if (message.offline) return { kind: 'offline' };
  const text = message.text === 'loginError.invalid' ? 'passkeyLogin.refused' : message.text;
  return { kind: 'message', text };
}
