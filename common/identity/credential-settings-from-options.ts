import type { CredentialMode, CredentialSettings } from './rules/credential-mode.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Options } from '#common/contract/all-options.ts';

/** Default minimum length of usernames and passwords (A 9). */
const DEFAULT_MINIMUM_LENGTH = 8;

export function credentialModeFromOptions(
  options: Pick<Options, 'loginOptions.useCustomerCredentialsOption' | 'loginOptions.usePasswordRuleListOption'>,
): CredentialMode {
  return {
    longCredentials: options['loginOptions.useCustomerCredentialsOption'],
    ruleList: options['loginOptions.usePasswordRuleListOption'],
  };
}

export function credentialSettingsFromOptions({
  options,
  institutionOptions,
}: Pick<Institution, 'options' | 'institutionOptions'>): CredentialSettings {
  return {
    ...credentialModeFromOptions(options),
    passwordMinimumLength: passwordMinimumFromOptions(institutionOptions.PasswordMinimumLength, options),
    loginNameMinimumLength: lengthOption(institutionOptions.UserNameMinimumLength),
    passwordNeeds: {
      capitalLetter: options['loginOptions.ruleCapitalLetter'],
      lowercaseLetter: options['loginOptions.ruleLowercaseLetter'],
      letter: options['loginOptions.ruleLetter'],
      number: options['loginOptions.ruleNumber'],
      specialCharacter: options['loginOptions.ruleSpecialCharacter'],
    },
    noThreeIdentical: options['loginOptions.ruleNoThreeIdentical'],
    notPortionOfLoginName: options['loginOptions.ruleNotPortionOfLogon'],
    notContainLoginName: options['loginOptions.ruleNotContainLogon'],
    loginNameNeeds: {
      capitalLetter: options['loginOptions.loginNameRuleCapitalLetter'],
      lowercaseLetter: options['loginOptions.loginNameRuleLowercaseLetter'],
      letter: options['loginOptions.loginNameRuleLetter'],
      number: options['loginOptions.loginNameRuleNumber'],
      specialCharacter: options['loginOptions.loginNameRuleSpecialCharacter'],
    },
    loginNameNotEmail: options['loginOptions.loginNameRuleNotEmail'],
  };
}

/** A password without a second factor must be longer (NIST SP 800-63B-4, 3.1.1.2). */
const SINGLE_FACTOR_MINIMUM_LENGTH = 15;

/**
 * Returns the minimum password length. Without a second factor it is 15, whatever the institution sets; legacy mode
 * can't accept that many, so the institution's length applies and start-up warns.
 */
export function passwordMinimumFromOptions(
  length: number,
  options: Pick<Options, 'loginOptions.useCustomerCredentialsOption' | 'loginOptions.useMultiFactorOption'>,
): number {
  const isAlone = !options['loginOptions.useMultiFactorOption'] && options['loginOptions.useCustomerCredentialsOption'];
  return Math.max(lengthOption(length), isAlone ? SINGLE_FACTOR_MINIMUM_LENGTH : 0);
}

function lengthOption(length: number): number {
  return length > 0 ? length : DEFAULT_MINIMUM_LENGTH;
}
