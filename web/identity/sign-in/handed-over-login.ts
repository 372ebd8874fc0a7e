import type { LoginResponse } from '#common/identity/sign-in.api.ts';
import type { SignInEntry } from '#common/identity/rules/validate-sign-in.ts';

/** What another screen leaves to the sign-in screen to go on with (A 2.5, A 2.7). */
export type HandedOver =
  | { readonly kind: 'login'; readonly response: LoginResponse }
  | { readonly kind: 'credentials'; readonly entry: SignInEntry };

/** In memory alone: an address, the history and every storage outlive the moment this is for (C-128). */
let handedOver: HandedOver | null = null;

/** Keeps a login response whose follow-up steps, if any, the sign-in screen asks for; navigate there next. */
export function handOverLogin(response: LoginResponse): void {
  handedOver = { kind: 'login', response };
}

/** Login name and password that the sign-in screen signs in with; navigate there next. */
export function handOverCredentials(entry: SignInEntry): void {
  handedOver = { kind: 'credentials', entry };
}

/** Whether the sign-in screen has something to go on with. */
export function isHandedOver(): boolean {
  return handedOver !== null;
}

/** What was handed over, for one taker only. */
export function takeHandedOver(): HandedOver | null {
  const taken = handedOver;
  handedOver = null;
  return taken;
}
