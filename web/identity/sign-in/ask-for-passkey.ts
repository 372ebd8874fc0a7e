import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { call, type CallResult } from '#web/data/client.ts';
import { signPasskeyChallenge, supportsPasskeys } from '#web/data/sign-passkey-challenge.ts';
import { type LoginMessage, loginMessage } from './login-message.ts';

export type PasskeyOutcome =
  | { readonly kind: 'signedIn'; readonly response: LoginResponse }
  | { readonly kind: 'message'; readonly message: LoginMessage };

/** Lets the browser find any passkey of the customer, and signs in with it. */
export async function askForPasskey(): Promise<PasskeyOutcome> {
  if (!supportsPasskeys()) return { kind: 'message', message: { text: 'passkeyLogin.unsupported' } };
  const begun = await call('POST /api/Login/BeginPasskeyLogin', { body: {} });
  if (begun.kind !== 'answer') return outcomeOf(begun);
  const signed = await signPasskeyChallenge(begun.body.Options);
  if (signed.kind === 'notDone') return { kind: 'message', message: { text: 'passkeyLogin.notDone' } };
  if (signed.kind === 'foreign') return { kind: 'message', message: { text: 'passkeyLogin.refused' } };
  const result = await call('POST /api/Login/PasskeyLogin', { body: signed.assertion });
  return result.kind === 'answer' ? { kind: 'signedIn', response: result.body } : outcomeOf(result);
}

function outcomeOf(result: Exclude<CallResult<unknown>, { kind: 'answer' }>): PasskeyOutcome {
  const message = loginMessage(result);
  return {
    kind: 'message',
    message: message.text === 'loginError.invalid' ? { text: 'passkeyLogin.refused' } : message,
  };
}
