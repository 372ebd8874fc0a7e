import { credentialSettingsFromOptions } from '#common/identity/credential-settings-from-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import { findPasswordErrors, lengthOf } from '#common/identity/rules/check-password.ts';
import { createLoginNamePolicy, type LoginNamePolicy } from '#common/identity/rules/login-name-rules.ts';
import { codesOfPasswordErrors, type PasswordErrorCode } from '#common/identity/rules/password-errors.ts';
import { createPasswordPolicy, type PasswordPolicy } from '#common/identity/rules/password-policy.ts';
import { mailboxOf, type PasswordWeakness } from '#common/identity/rules/password-weakness.ts';
import { findWeakness } from './find-weakness.ts';
import { askAboutPassword, type PasswordPerson } from './password-person.ts';

export function passwordPolicyOf(institution: Institution): PasswordPolicy {
  return createPasswordPolicy(credentialSettingsFromOptions(institution));
}

export function loginNamePolicyOf(institution: Institution): LoginNamePolicy {
  return createLoginNamePolicy(credentialSettingsFromOptions(institution));
}

/**
 * Returns the A 8 codes of all errors of a new password, empty if valid. Used by registration, activation, reset and
 * profile. Compares with personal facts only if the length is valid, because each comparison is a guess.
 * @param adapt the form's own variations, such as `policyOfFirstPassword`
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
  // It may be the user's SSN, and no more guesses are allowed today.
  if (facts === 'exhausted') return ['ChooseDifferentPassword'];
  const weakness = passesLength(policy, password) ? await weaknessOf(institution, person, password) : undefined;
  const known = { loginName: person.loginName, ...facts, weakness };
  return codesOfPasswordErrors(findPasswordErrors(policy, password, known));
}

/** Returns why a password is easy to guess for someone who knows the user and institution; null if it isn't. */
export async function weaknessOf(
  institution: Institution,
  { loginName, emailAddress, names }: Pick<PasswordPerson, 'loginName' | 'emailAddress' | 'names'>,
  password: string,
): Promise<PasswordWeakness | null> {
  const personal = [...names, loginName, mailboxOf(emailAddress)];
  const institutionName = institution.texts['shell.institutionName'] ?? '';
  return (await findWeakness(password, { personal, institutionName })) ?? null;
}

/** The rule list checks the whole password, the older validators any part of it (A 5). */
export function ssnQuestionOf({ classic }: PasswordPolicy): 'whole' | 'contained' {
  return classic ? 'contained' : 'whole';
}

export function passesLength({ minimumLength, maximumLength }: PasswordPolicy, password: string): boolean {
  const length = lengthOf(password);
  return length >= minimumLength && length <= maximumLength;
}
