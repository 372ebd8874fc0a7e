import { findLogonErrors, type LogonErrorKey, type LogonPolicy } from '#common/identity/rules/logon-rules.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import type { RegistrationFields } from './registration-types.ts';

export type LogonNameErrorKey = `logonEntry.${LogonErrorKey}`;

/** Judges the login name by itself (A 5), without the blanks that phone keyboards add. Only the server knows whether it is taken. */
export function validateLogonName(
  { userName, emailAddress }: RegistrationFields,
  policy: LogonPolicy,
): FieldErrors<RegistrationFields, LogonNameErrorKey> {
  const [error] = findLogonErrors(policy, userName.trim(), emailAddress);
  return collectErrors<RegistrationFields, LogonNameErrorKey>({ userName: error && `logonEntry.${error}` });
}
