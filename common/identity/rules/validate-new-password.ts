import { type PasswordFacts, findPasswordErrors } from './check-password.ts';
import type { PasswordErrorKey } from './password-errors.ts';
import type { PasswordPolicy } from './password-policy.ts';

export interface NewPasswordEntry {
  readonly password: string;
  readonly confirmation: string;
}

export interface NewPasswordErrors {
  /** In display order. */
  readonly password: readonly PasswordErrorKey[];
  readonly confirmation: 'required' | 'passwordsDontMatch' | null;
}

/** @param confirms whether the institution asks for the password twice */
export function validateNewPassword(
  { password, confirmation }: NewPasswordEntry,
  policy: PasswordPolicy,
  facts: PasswordFacts,
  confirms = true,
): NewPasswordErrors {
  return {
    password: findPasswordErrors(policy, password, facts),
    confirmation: confirms ? confirmationError(password, confirmation) : null,
  };
}

/** Compares NFC forms, as stored. */
function confirmationError(password: string, confirmation: string): NewPasswordErrors['confirmation'] {
  if (confirmation === '') return 'required';
  return confirmation.normalize('NFC') === password.normalize('NFC') ? null : 'passwordsDontMatch';
}
