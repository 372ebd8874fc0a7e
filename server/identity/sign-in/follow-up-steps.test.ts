import { expect, test } from 'vitest';
import { type FollowUpFacts, listFollowUpSteps } from './follow-up-steps.ts';

const nothingLeft: FollowUpFacts = {
  needsSecurityCode: false,
  validatesSsn: false,
  emailIsVerified: true,
  passwordWasEntered: true,
  mustChangePassword: false,
  hasPasswordQuestion: true,
  recoversWithoutQuestion: false,
  needsAgreements: false,
};

test.each([
  ['no step is left', {}, []],
  ['the device is not trusted', { needsSecurityCode: true }, ['securityCode']],
  ['the email is not verified', { validatesSsn: true, emailIsVerified: false }, ['ssn']],
  ['the email is verified', { validatesSsn: true }, []],
  ['the number is not requested', { emailIsVerified: false }, []],
  ['no password was entered', { validatesSsn: true, emailIsVerified: false, passwordWasEntered: false }, []],
  ['the password must change', { mustChangePassword: true }, ['changePassword']],
  ['there is no secret question', { hasPasswordQuestion: false }, ['secretQuestion']],
  ['recovery does without a question', { hasPasswordQuestion: false, recoversWithoutQuestion: true }, []],
  ['terms are new', { needsAgreements: true }, ['agreements']],
] as const)('a customer signs in with the right steps when %s', (_when, facts, steps) => {
  expect(listFollowUpSteps({ ...nothingLeft, ...facts })).toEqual(steps);
});

test('a customer who has every step to do takes them in the given order', () => {
  expect(
    listFollowUpSteps({
      needsSecurityCode: true,
      validatesSsn: true,
      emailIsVerified: false,
      passwordWasEntered: true,
      mustChangePassword: true,
      hasPasswordQuestion: false,
      recoversWithoutQuestion: false,
      needsAgreements: true,
    }),
  ).toEqual(['securityCode', 'ssn', 'changePassword', 'secretQuestion', 'agreements']);
});
