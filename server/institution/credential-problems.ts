import { credentialSettingsFromOptions } from '#common/identity/credential-settings-from-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Options } from '#common/contract/all-options.ts';
import { SSN_DIGITS } from '#common/registration/registration-settings-from-options.ts';
import { maxLoginNameLength, longestPassword } from '#common/identity/rules/credential-mode.ts';
import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';

/** Finds combinations of settings that would prevent everyone from registering or choosing a password. */
export function credentialProblems(institution: Pick<Institution, 'options' | 'institutionOptions'>): string[] {
  const settings = credentialSettingsFromOptions(institution);
  const digits = institution.options['registerOptions.ssnDigits'] ?? SSN_DIGITS;
  return [
    ...tooLong('PasswordMinimumLength', settings.passwordMinimumLength, longestPassword(settings)),
    ...tooLong('UserNameMinimumLength', settings.loginNameMinimumLength, maxLoginNameLength(settings)),
    ...(Number.isInteger(digits) && digits >= 1 && digits <= SSN_DIGITS
      ? []
      : [`"registerOptions.ssnDigits" must be a whole number from 1 to ${SSN_DIGITS}`]),
    ...questionProblems(institution.options),
  ];
}

function tooLong(name: string, minimum: number, maximum: number): string[] {
  return minimum > maximum ? [`"${name}" is ${minimum}, and no more than ${maximum} characters are taken`] : [];
}

function questionProblems(options: Options): string[] {
  const pattern = options['loginOptions.secretAnswerPattern'];
  const chosen =
    !options['loginOptions.recoverWithoutQuestionOption'] && !options['loginOptions.useCustomSecurityQuestionOption'];
  try {
    const allowed = listAllowedQuestions(options['loginOptions.securityQuestions'], pattern);
    return chosen && allowed.length === 0
      ? ['"loginOptions.securityQuestions" has no question that "loginOptions.secretAnswerPattern" allows']
      : [];
  } catch {
    return [`"loginOptions.secretAnswerPattern" is not a regular expression: ${pattern}`];
  }
}
