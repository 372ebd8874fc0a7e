import { findLogonErrors, type LogonErrorKey, type LogonPolicy } from '#common/identity/rules/logon-rules.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import type { RegistrationFields } from './registration-types.ts';

export type LogonNameErrorKey = `logonEntry.${LogonErrorKey}`;

/** Checks the username (A 5) without the spaces phone keyboards add. Only the server knows whether it is taken. */
export function validateLogonName(
  { userName, emailAddress }: RegistrationFields,
  policy: LogonPolicy,
): FieldErrors<RegistrationFields, LogonNameErrorKey> {
  const [error] = findLogonErrors(policy, userName.trim(), emailAddress);
  return collectErrors<RegistrationFields, LogonNameErrorKey>({ userName: error && `logonEntry.${error}` });
}
