import { credentialSettingsFromOptions } from '#common/institution/credential-settings-from-options.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Options } from '#common/institution/options.ts';
import { longestLogon, longestPassword } from '#common/rules/credentials/credential-mode.ts';
import { listAllowedQuestions } from '#common/rules/credentials/secret-answer.ts';

/** Digits of a whole social security number. */
const WHOLE_SSN = 9;

/** Settings that each look right by themselves, with which nobody could register or choose a password. */
export function credentialProblems(institution: Pick<Institution, 'options' | 'institutionOptions'>): string[] {
  const settings = credentialSettingsFromOptions(institution);
  const digits = institution.options['registerOptions.ssnDigits'] ?? WHOLE_SSN;
  return [
    ...tooLong('PasswordMinimumLength', settings.passwordMinimumLength, longestPassword(settings)),
    ...tooLong('UserNameMinimumLength', settings.logonMinimumLength, longestLogon(settings)),
    ...(Number.isInteger(digits) && digits >= 1 && digits <= WHOLE_SSN
      ? []
      : [`"registerOptions.ssnDigits" must be a whole number from 1 to ${WHOLE_SSN}`]),
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
    return [`"loginOptions.secretAnswerPattern" is no regular expression: ${pattern}`];
  }
}
