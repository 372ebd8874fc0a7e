import { listAllowedQuestions } from '#common/identity/rules/secret-answer.ts';
import type { AccountType, RegistrationAgreement, RegistrationSettings } from './rules/registration-types.ts';
import type { OptionKey, Options } from '#common/contract/all-options.ts';

export type RegistrationOptions = Pick<
  Options,
  | Extract<OptionKey, `registerOptions.${string}`>
  | 'loginOptions.recoverWithoutQuestionOption'
  | 'loginOptions.useCustomSecurityQuestionOption'
  | 'loginOptions.securityQuestions'
  | 'loginOptions.secretAnswerPattern'
  | 'loginOptions.useConfirmPasswordOption'
  | 'agreementOptions.requireAgreementClickOption'
  | 'globalOptions.removeCheckDigitFromAccountNumber'
>;

/** Such as `LoanAccountLength` (A 3). */
export type AccountLengths = Readonly<Record<string, unknown>>;

export const SSN_DIGITS = 9;

export function registrationSettingsFromOptions(
  options: RegistrationOptions,
  lengths: AccountLengths,
  agreements: readonly RegistrationAgreement[],
): RegistrationSettings {
  const accountNumberRequired = !options['registerOptions.doNotRequireAccountNumberOption'];
  const pattern = options['loginOptions.secretAnswerPattern'];
  return {
    accountTypes: offeredTypes(options),
    accountNumberRequired,
    accountNumberParts: {
      Loan: accountNumberParts('Loan', options, lengths),
      Deposit: accountNumberParts('Deposit', options, lengths),
    },
    // Without an account number, only the complete SSN identifies a customer (A 5).
    ssnDigits: accountNumberRequired ? (options['registerOptions.ssnDigits'] ?? SSN_DIGITS) : SSN_DIGITS,
    firstNameHidden: options['registerOptions.hideFirstName'],
    middleNameHidden: options['registerOptions.hideMiddleName'],
    dateOfBirthHidden: options['registerOptions.hideDateOfBirth'],
    zipHidden: options['registerOptions.hideZipCode'],
    phoneNumberHidden: options['registerOptions.hidePhoneNumber'],
    placeOfBirthHidden: options['registerOptions.hidePlaceOfBirth'],
    driversLicenseHidden: options['registerOptions.hideDriversLicense'],
    mothersMaidenHidden: options['registerOptions.hideMothersMaiden'],
    secretQuestion: questionKind(options),
    questions: listAllowedQuestions(options['loginOptions.securityQuestions'], pattern),
    answerPattern: pattern,
    verifiesEmail: options['registerOptions.useMultiFactorOption'],
    confirmsPassword: options['loginOptions.useConfirmPasswordOption'],
    agreements,
    opensAgreementsFirst: options['agreementOptions.requireAgreementClickOption'],
  };
}

function offeredTypes(options: RegistrationOptions): readonly AccountType[] {
  if (options['registerOptions.forceLoanType']) return ['Loan'];
  if (options['registerOptions.forceDepositType']) return ['Deposit'];
  return ['Deposit', 'Loan'];
}

function questionKind(options: RegistrationOptions): RegistrationSettings['secretQuestion'] {
  if (options['loginOptions.recoverWithoutQuestionOption']) return 'none';
  return options['loginOptions.useCustomSecurityQuestionOption'] ? 'custom' : 'listed';
}

/** Office, account and check digits; a part of length zero loses its dash (C-108). */
function accountNumberParts(
  type: AccountType,
  options: RegistrationOptions,
  lengths: AccountLengths,
): readonly number[] {
  const names = options['globalOptions.removeCheckDigitFromAccountNumber']
    ? ['OfficeLength', 'AccountLength']
    : ['OfficeLength', 'AccountLength', 'CheckDigitLength'];
  return names.map((name) => Number(lengths[`${type}${name}`] ?? 0)).filter((length) => length > 0);
}
