import type { Gate } from './contract.ts';

/**
 * Closed under single sign-on: the institution's own sign-on decides who comes in, so usernames, passwords and passkeys
 * don't exist here (A 2.7, A 6).
 */
export const signInIsOurs = { switch: 'loginOptions.useSingleSignOnOption', is: false } as const satisfies Gate;
