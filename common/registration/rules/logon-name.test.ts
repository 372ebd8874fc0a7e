import { expect, test } from 'vitest';
import { filledIn } from '#tests/builders/registration-samples.ts';
import { createRule, ruleTypes } from '#common/identity/rules/credential-rules.ts';
import type { LogonPolicy } from '#common/identity/rules/logon-rules.ts';
import { validateLogonName } from './logon-name.ts';

const policy: LogonPolicy = {
  rules: [createRule(ruleTypes.number), createRule(ruleTypes.notEmail)],
  minimumLength: 8,
  maximumLength: 12,
};

test.each([
  ['', 'logonEntry.required'],
  ['harrie7', 'logonEntry.tooShort'],
  ['harriet7', undefined],
  ['harriet.1234', undefined],
  [' harriet.1234 ', undefined],
  ['harrie7 ', 'logonEntry.tooShort'],
  ['harriet.12345', 'logonEntry.tooLong'],
  ['harriet 17', 'logonEntry.invalidCharacters'],
  ['harriet.low', 'logonEntry.missingNumber'],
  ['h7@home.io', 'logonEntry.matchesEmail'],
])('the login name "%s" is %s', (userName, error) => {
  const fields = { ...filledIn, userName, emailAddress: 'H7@home.io' };
  expect(validateLogonName(fields, policy)).toEqual(error === undefined ? {} : { userName: error });
});
