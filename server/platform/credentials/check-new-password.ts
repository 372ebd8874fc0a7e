import { credentialSettingsFromOptions } from '#common/institution/credential-settings-from-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import { findPasswordErrors, lengthOf } from '#common/rules/credentials/check-password.ts';
import { createLogonPolicy, type LogonPolicy } from '#common/rules/credentials/logon-rules.ts';
import { codesOfPasswordErrors, type PasswordErrorCode } from '#common/rules/credentials/password-errors.ts';
import { createPasswordPolicy, type PasswordPolicy } from '#common/rules/credentials/password-policy.ts';
import { isCommonPassword } from './common-passwords.ts';
import { askAboutPassword, type PasswordPerson } from './password-person.ts';

export function passwordPolicyOf(institution: Institution): PasswordPolicy {
  return createPasswordPolicy(credentialSettingsFromOptions(institution));
}

export function logonPolicyOf(institution: Institution): LogonPolicy {
  return createLogonPolicy(credentialSettingsFromOptions(institution));
}

/**
 * Everything that forbids a new password, as the codes of A 8; nothing when it
 * may be taken. What concerns the person is looked into only for a password of
 * allowed length, so that nobody finds a social security number out by trying.
 */
export async function checkNewPassword(
  policy: PasswordPolicy,
  person: PasswordPerson,
  password: string,
): Promise<PasswordErrorCode[]> {
  const facts = passesLength(policy, password)
    ? await askAboutPassword(person, password, { ssn: ssnQuestionOf(policy), email: true, used: true })
    : {};
  // It may be the person's number, which nobody is told any more today.
  if (facts === 'exhausted') return ['ChooseDifferentPassword'];
  const codes = codesOfPasswordErrors(findPasswordErrors(policy, password, { logon: person.loginName, ...facts }));
  if (codes.length > 0) return codes;
  return (await isCommonPassword(password)) ? ['ChooseDifferentPassword'] : [];
}

/** The list of rules asks about the whole password, the validators before it about any part of it (A 5). */
export function ssnQuestionOf({ classic }: PasswordPolicy): 'whole' | 'contained' {
  return classic ? 'contained' : 'whole';
}

export function passesLength({ minimumLength, maximumLength }: PasswordPolicy, password: string): boolean {
  const length = lengthOf(password);
  return length >= minimumLength && length <= maximumLength;
}
