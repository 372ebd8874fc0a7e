import { expect, test } from 'vitest';
import { filledIn } from '#tests/builders/registration-samples.ts';
import { createRule, ruleTypes } from '#common/identity/rules/credential-rules.ts';
import type { LoginNamePolicy } from '#common/identity/rules/login-name-rules.ts';
import { validateLoginName } from './login-name.ts';

const policy: LoginNamePolicy = {
  rules: [createRule(ruleTypes.number), createRule(ruleTypes.notEmail)],
  minimumLength: 8,
  maximumLength: 12,
};

test.each([
  ['', 'loginNameEntry.required'],
  ['harrie7', 'loginNameEntry.tooShort'],
  ['harriet7', undefined],
  ['harriet.1234', undefined],
  [' harriet.1234 ', undefined],
  ['harrie7 ', 'loginNameEntry.tooShort'],
  ['harriet.12345', 'loginNameEntry.tooLong'],
  ['harriet 17', 'loginNameEntry.invalidCharacters'],
  ['harriet.low', 'loginNameEntry.missingNumber'],
  ['h7@home.io', 'loginNameEntry.matchesEmail'],
])('the login name "%s" is %s', (userName, error) => {
  const fields = { ...filledIn, userName, emailAddress: 'H7@home.io' };
  expect(validateLoginName(fields, policy)).toEqual(error === undefined ? {} : { userName: error });
});
