import type { LoginErrorCode } from '#common/identity/sign-in.api.ts';
import type { ConfirmationError } from '#server/identity/credentials/confirm-password.ts';
import type { CodeError, TooManyCodes } from '#server/identity/one-time/security-codes.ts';

/** The codes that sign-ins and proofs of identity are refused with; `TooManyCodes` also names minutes. */
type RefusalCode =
  | LoginErrorCode
  | CodeError
  | ConfirmationError
  | (TooManyCodes extends `${infer Name} ${number}` ? Name : never);

const words: Readonly<Record<RefusalCode, string>> = {
  Invalid: 'wrong password, code, or passkey',
  InvalidCurrentPassword: 'wrong password',
  LockedOnBadPassword: 'wrong password for the last time, so the login is locked',
  MaxAttemptsReached: 'too many tries',
  Restricted: 'the login is restricted',
  maintenanceModeEnabled: 'the portal was closed for maintenance',
  ServerError: 'an error in the portal',
  MFANoEmail: 'no email address for the security code',
  CodeExpired: 'the security code had expired',
  TooManyCodes: 'too many security codes were sent',
};

/** Returns a line that may begin with such a code, with the code in words. */
export function refusalInWords(line: string): string {
  const [first = '', ...rest] = line.split(', ');
  const [code = ''] = first.split(' ');
  return Object.hasOwn(words, code) ? [words[code as RefusalCode], ...rest].join(', ') : line;
}
