import type { Gate } from './contract.ts';

/**
 * Under single sign-on the institution's own sign-on alone says who comes in: nobody
 * gets a login name, a password or a passkey here, and none of them opens anything (A 2.7, A 6).
 */
export const signInIsOurs = { switch: 'loginOptions.useSingleSignOnOption', is: false } as const satisfies Gate;
