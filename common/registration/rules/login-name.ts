import {
  findLoginNameErrors,
  type LoginNameError,
  type LoginNamePolicy,
} from '#common/identity/rules/login-name-rules.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import type { RegistrationFields } from './registration-types.ts';

export type LoginNameErrorKey = `loginNameEntry.${LoginNameError}`;

/** Checks the username (A 5) without the spaces phone keyboards add. Only the server knows whether it is taken. */
export function validateLoginName(
  { userName, emailAddress }: RegistrationFields,
  policy: LoginNamePolicy,
): FieldErrors<RegistrationFields, LoginNameErrorKey> {
  const [error] = findLoginNameErrors(policy, userName.trim(), emailAddress);
  return collectErrors<RegistrationFields, LoginNameErrorKey>({ userName: error && `loginNameEntry.${error}` });
}
