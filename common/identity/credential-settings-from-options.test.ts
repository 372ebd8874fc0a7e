import { expect, it } from 'vitest';
import { optionDefinitions, type Options } from '#common/contract/all-options.ts';
import { credentialSettingsFromOptions, passwordMinimumFromOptions } from './credential-settings-from-options.ts';
import { factsOfTypedPerson, findPasswordErrors } from './rules/check-password.ts';
import { createPasswordPolicy } from './rules/password-policy.ts';

it.each([
  ['a second factor', 8, true, true, 8],
  ['no second factor', 8, true, false, 15],
  ['no second factor and a longer minimum', 20, true, false, 20],
  ['no setting, and a second factor', 0, true, true, 8],
  ['no setting, and no second factor', 0, true, false, 15],
  ['the legacy mode, which takes no more than 11', 8, false, false, 8],
])('with %s, passwords have at least this many characters', (_what, length, modern, secondFactor, minimum) => {
  const options = {
    'loginOptions.useCustomerCredentialsOption': modern,
    'loginOptions.useMultiFactorOption': secondFactor,
  };
  expect(passwordMinimumFromOptions(length, options)).toBe(minimum);
});

const shipped = Object.fromEntries(
  Object.entries(optionDefinitions).map(([key, { defaultValue }]) => [key, defaultValue]),
) as unknown as Options;

function errorsUnder(changes: Partial<Options>, password: string) {
  const institutionOptions = { PasswordMinimumLength: 8, UserNameMinimumLength: 8 } as never;
  const settings = credentialSettingsFromOptions({ options: { ...shipped, ...changes }, institutionOptions });
  const person = { loginName: 'margaret.okafor', ssn: '', emailAddress: '' };
  return findPasswordErrors(createPasswordPolicy(settings), password, factsOfTypedPerson(password, person));
}

it.each([
  ['loginOptions.ruleNotPortionOfLogon', 'ret.okafo', 'equalsPortionOfLoginName'],
  ['loginOptions.ruleNotContainLogon', 'x-margaret.okafor-x', 'containsLoginName'],
] as const)('%s refuses %s', (option, password, error) => {
  expect(errorsUnder({}, password)).toEqual([error]);
  expect(errorsUnder({ [option]: false }, password)).toEqual([]);
});
