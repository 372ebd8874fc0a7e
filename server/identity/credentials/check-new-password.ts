import { credentialSettingsFromOptions } from '#common/identity/credential-settings-from-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import { findPasswordErrors, lengthOf } from '#common/identity/rules/check-password.ts';
import { createLogonPolicy, type LogonPolicy } from '#common/identity/rules/logon-rules.ts';
import { codesOfPasswordErrors, type PasswordErrorCode } from '#common/identity/rules/password-errors.ts';
import { createPasswordPolicy, type PasswordPolicy } from '#common/identity/rules/password-policy.ts';
import { mailboxOf, type PasswordWeakness } from '#common/identity/rules/password-weakness.ts';
import { findWeakness } from './find-weakness.ts';
import { askAboutPassword, type PasswordPerson } from './password-person.ts';

export function passwordPolicyOf(institution: Institution): PasswordPolicy {
  return createPasswordPolicy(credentialSettingsFromOptions(institution));
}

export function logonPolicyOf(institution: Institution): LogonPolicy {
  return createLogonPolicy(credentialSettingsFromOptions(institution));
}

/**
 * Everything that forbids a new password, as the codes of A 8; empty when it may
 * be taken. The one judgement for registration, activation, reset and profile.
 * What concerns the person is looked into only for a password of allowed length,
 * as each comparison is a guess.
 * @param adapt what this form asks for differently, such as `policyOfFirstPassword`
 */
export async function checkNewPassword(
  institution: Institution,
  person: PasswordPerson,
  password: string,
  adapt = (policy: PasswordPolicy) => policy,
): Promise<PasswordErrorCode[]> {
  const policy = adapt(passwordPolicyOf(institution));
  const facts = passesLength(policy, password)
    ? await askAboutPassword(person, password, { ssn: ssnQuestionOf(policy), email: true, used: true })
    : {};
  // It may be the person's number, which nobody is told any more today.
  if (facts === 'exhausted') return ['ChooseDifferentPassword'];
  const weakness = passesLength(policy, password) ? await weaknessOf(institution, person, password) : undefined;
  const known = { logon: person.loginName, ...facts, weakness };
  return codesOfPasswordErrors(findPasswordErrors(policy, password, known));
}

/** Why a password is easy to guess for someone who knows person and institution; null when it is not. */
export async function weaknessOf(
  institution: Institution,
  { loginName, emailAddress, names }: Pick<PasswordPerson, 'loginName' | 'emailAddress' | 'names'>,
  password: string,
): Promise<PasswordWeakness | null> {
  const personal = [...names, loginName, mailboxOf(emailAddress)];
  const institutionName = institution.texts['shell.institutionName'] ?? '';
  return (await findWeakness(password, { personal, institutionName })) ?? null;
}

/** The list of rules asks about the whole password, the validators before it about any part of it (A 5). */
export function ssnQuestionOf({ classic }: PasswordPolicy): 'whole' | 'contained' {
  return classic ? 'contained' : 'whole';
}

export function passesLength({ minimumLength, maximumLength }: PasswordPolicy, password: string): boolean {
  const length = lengthOf(password);
  return length >= minimumLength && length <= maximumLength;
}
