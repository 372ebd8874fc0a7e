import type { CredentialMode, CredentialSettings } from '#common/rules/credentials/credential-mode.ts';
import type { Institution } from './institution.ts';
import type { Options } from './options.ts';

/** Characters of login name and password at least, when the institution says nothing (A 9). */
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
    passwordMinimumLength: lengthOption(institutionOptions.PasswordMinimumLength),
    logonMinimumLength: lengthOption(institutionOptions.UserNameMinimumLength),
    passwordNeeds: {
      capitalLetter: options['loginOptions.ruleCapitalLetter'],
      lowercaseLetter: options['loginOptions.ruleLowercaseLetter'],
      letter: options['loginOptions.ruleLetter'],
      number: options['loginOptions.ruleNumber'],
      specialCharacter: options['loginOptions.ruleSpecialCharacter'],
    },
    noThreeIdentical: options['loginOptions.ruleNoThreeIdentical'],
    notPortionOfLogon: options['loginOptions.ruleNotPortionOfLogon'],
    notContainLogon: options['loginOptions.ruleNotContainLogon'],
    logonNeeds: {
      capitalLetter: options['loginOptions.logonRuleCapitalLetter'],
      lowercaseLetter: options['loginOptions.logonRuleLowercaseLetter'],
      letter: options['loginOptions.logonRuleLetter'],
      number: options['loginOptions.logonRuleNumber'],
      specialCharacter: options['loginOptions.logonRuleSpecialCharacter'],
    },
    logonNotEmail: options['loginOptions.logonRuleNotEmail'],
  };
}

function lengthOption(length: number): number {
  return length > 0 ? length : DEFAULT_MINIMUM_LENGTH;
}
