import type { CredentialMode, CredentialSettings } from './rules/credential-mode.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { Options } from '#common/contract/all-options.ts';

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
    passwordMinimumLength: passwordMinimumFromOptions(institutionOptions.PasswordMinimumLength, options),
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

/** A password that nothing stands beside must be longer (NIST SP 800-63B-4, 3.1.1.2). */
const SINGLE_FACTOR_MINIMUM_LENGTH = 15;

/**
 * The shortest password that is taken. Without a second factor it is 15 characters,
 * whatever the institution says; the legacy mode cannot take as many, so there the
 * institution's own length stands, and start-up warns.
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
