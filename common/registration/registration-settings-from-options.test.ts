import { describe, expect, it } from 'vitest';
import type { OptionDefinition } from '#common/contract/option-kinds.ts';
import { optionDefinitions, type Options } from '#common/contract/all-options.ts';
import { registrationSettingsFromOptions } from './registration-settings-from-options.ts';

const defaults = Object.fromEntries(
  Object.entries<OptionDefinition>(optionDefinitions).map(([key, { defaultValue }]) => [key, defaultValue]),
) as Options;
const settings = (options: Partial<Options>, lengths: Record<string, number> = {}) =>
  registrationSettingsFromOptions({ ...defaults, ...options }, lengths, []);

describe('the account types offered', () => {
  it.each<[Partial<Options>, string[]]>([
    [{}, ['Deposit', 'Loan']],
    [{ 'registerOptions.forceLoanType': true }, ['Loan']],
    [{ 'registerOptions.forceDepositType': true }, ['Deposit']],
  ])('with %j are %j', (options, types) => {
    expect(settings(options).accountTypes).toEqual(types);
  });
});

describe('the parts of an account number', () => {
  const lengths = { LoanOfficeLength: 4, LoanAccountLength: 6, LoanCheckDigitLength: 1, DepositAccountLength: 8 };

  it('are office, account and check digits, without parts of length zero', () => {
    expect(settings({}, lengths).accountNumberParts).toEqual({ Loan: [4, 6, 1], Deposit: [8] });
  });

  it('have no check digits where they are removed', () => {
    const options = { 'globalOptions.removeCheckDigitFromAccountNumber': true };
    expect(settings(options, lengths).accountNumberParts.Loan).toEqual([4, 6]);
  });

  it('are empty if the institution sets no lengths', () => {
    expect(settings({}).accountNumberParts).toEqual({ Loan: [], Deposit: [] });
  });
});

describe('the digits of the Social Security number', () => {
  it.each<[Partial<Options>, number]>([
    [{}, 9],
    [{ 'registerOptions.ssnDigits': 4 }, 4],
    [{ 'registerOptions.ssnDigits': null }, 9],
    [{ 'registerOptions.ssnDigits': 4, 'registerOptions.doNotRequireAccountNumberOption': true }, 9],
  ])('with %j are %i', (options, digits) => {
    expect(settings(options).ssnDigits).toBe(digits);
  });
});

describe('the secret question', () => {
  it.each<[Partial<Options>, string]>([
    [{}, 'none'],
    [{ 'loginOptions.recoverWithoutQuestionOption': false }, 'listed'],
    [{ 'loginOptions.useCustomSecurityQuestionOption': true }, 'none'],
    [
      { 'loginOptions.recoverWithoutQuestionOption': false, 'loginOptions.useCustomSecurityQuestionOption': true },
      'custom',
    ],
  ])('with %j is %s', (options, kind) => {
    expect(settings(options).secretQuestion).toBe(kind);
  });

  it('is one with allowed characters', () => {
    const options = {
      'loginOptions.securityQuestions': ['Your first pet?', 'Your “favorite” teacher?'],
      'loginOptions.secretAnswerPattern': '^[A-Za-z ?]+$',
    };
    expect(settings(options).questions).toEqual(['Your first pet?']);
  });
});
