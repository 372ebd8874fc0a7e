import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { SignInEntry } from '#common/identity/rules/validate-sign-in.ts';

/** Data another screen passes to the sign-in screen (A 2.5, A 2.7). */
export type HandedOver =
  | { readonly kind: 'login'; readonly response: LoginResponse }
  | { readonly kind: 'credentials'; readonly entry: SignInEntry };

/** Only in memory: addresses, history and storage would outlive it (C-128). */
let handedOver: HandedOver | null = null;

/** Hands a login response to the sign-in screen, which asks for its remaining steps; navigate there next. */
export function handOverLogin(response: LoginResponse): void {
  handedOver = { kind: 'login', response };
}

/** Passes credentials to the sign-in screen, which signs in with them; navigate there next. */
export function handOverCredentials(entry: SignInEntry): void {
  handedOver = { kind: 'credentials', entry };
}

/** Returns whether the sign-in screen has data to take. */
export function isHandedOver(): boolean {
  return handedOver !== null;
}

/** Returns the data once. */
export function takeHandedOver(): HandedOver | null {
  const taken = handedOver;
  handedOver = null;
  return taken;
}
