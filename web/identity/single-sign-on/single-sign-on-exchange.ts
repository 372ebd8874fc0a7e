import { SIGN_ON_PROOF_HEADER, WEB_CHANNEL } from '#common/identity/rules/token-sign-in.ts';
import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import { tabStorage } from '#web/data/browser-storage.ts';
import { call } from '#web/data/client.ts';
import { loadedOption } from '#web/institution/settings.ts';

/** The reason sent to the sign-on (C-042). */
export type SingleSignOnReason = 'notLoggedIn' | 'error' | 'userCancelled';

/** Stores this tab's proof that it requested the token. */
const PROOF_KEY = 'passbook.sign-on-proof';

/**
 * Opens the institution's sign-on. The address contains the reason and the hash of this tab's secret, which the token
 * must return as its nonce.
 * Returns false if the institution has set no address.
 */
export async function redirectToSingleSignOn(reason: SingleSignOnReason): Promise<boolean> {
  const singleSignOnUrl = loadedOption('loginOptions.singleSignOnUrl');
  if (singleSignOnUrl === '') return false;
  const address = new URL(singleSignOnUrl, location.href);
  address.searchParams.set('reason', reason);
  address.searchParams.set('nonce', await createNonce());
  location.assign(address);
  return true;
}

async function createNonce(): Promise<string> {
  const proof = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  tabStorage.set(PROOF_KEY, proof);
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof))));
}

/** `notLoggedIn`: the sign-on may try once more. */
export type SingleSignOnOutcome = { readonly response: LoginResponse } | 'notLoggedIn' | 'error';

/** Signs in with the sign-on's token (A 2.7). */
export async function signInWithToken(token: string): Promise<SingleSignOnOutcome> {
  const proof = tabStorage.get(PROOF_KEY);
  tabStorage.remove(PROOF_KEY);
  const result = await call('POST /api/login/tokenlogin', {
    body: { Token: token, DeviceID: WEB_CHANNEL },
    headers: proof === null ? {} : { [SIGN_ON_PROOF_HEADER]: proof },
  });
  if (result.kind !== 'answer') return 'error';
  // If a security code is still required, there is a user but no login yet.
  return result.body.IsLoggedIn || result.body.UserId !== '' ? { response: result.body } : 'notLoggedIn';
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
