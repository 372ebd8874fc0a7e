import { findLogonErrors, type LogonErrorKey, type LogonPolicy } from '#common/identity/rules/logon-rules.ts';
import { collectErrors, type FieldErrors } from '#common/core/field-errors.ts';
import type { RegistrationFields } from './registration-types.ts';

export type LogonNameErrorKey = `logonEntry.${LogonErrorKey}`;

/** The login name by itself (A 5); whether it is taken only the server knows. */
export function validateLogonName(
  { userName, emailAddress }: RegistrationFields,
  policy: LogonPolicy,
): FieldErrors<RegistrationFields, LogonNameErrorKey> {
  const [error] = findLogonErrors(policy, userName, emailAddress);
  return collectErrors<RegistrationFields, LogonNameErrorKey>({ userName: error && `logonEntry.${error}` });
}
