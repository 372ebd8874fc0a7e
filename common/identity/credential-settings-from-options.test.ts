import { expect, it } from 'vitest';
import { passwordMinimumFromOptions } from './credential-settings-from-options.ts';

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
