import { describe, expect, it } from 'vitest';
import { createLoginNamePolicy } from '#common/identity/rules/login-name-rules.ts';
import { needsPassword, type UserInfoFields, type UserInfoRules, validateUserInfo } from './user-info.ts';

const saved = { loginName: 'li.wei', emailAddress: 'li.wei@example.com', secretQuestion: 'Your first ship?' };
const unchanged: UserInfoFields = { ...saved, oldPassword: '', secretAnswer: '' };
const noNeeds = { capitalLetter: false, lowercaseLetter: false, letter: false, number: false, specialCharacter: false };
const loginName = createLoginNamePolicy({
  longCredentials: false,
  ruleList: true,
  passwordMinimumLength: 8,
  loginNameMinimumLength: 8,
  passwordNeeds: noNeeds,
  noThreeIdentical: false,
  notPortionOfLoginName: false,
  notContainLoginName: false,
  loginNameNeeds: { ...noNeeds, number: true },
  loginNameNotEmail: true,
});
const rules: UserInfoRules = {
  loginName,
  oldPasswordMinimum: 6,
  oldPasswordMaximum: 11,
  answerPattern: '^[A-Za-z0-9 ?]*$',
  hasPassword: true,
};

describe('User Information', () => {
  it.each<readonly [string, Partial<UserInfoFields>, Record<string, string>]>([
    ['unchanged is valid, even a username that is too short today', {}, {}],
    ['a login name of 7', { loginName: 'abcdef1' }, { loginName: 'profileEntry.loginNameTooShort' }],
    ['a login name of 8', { loginName: 'abcdefg1' }, {}],
    ['a login name of 12', { loginName: 'abcdefghijk1' }, {}],
    ['a login name of 13', { loginName: 'abcdefghijkl1' }, { loginName: 'profileEntry.loginNameTooLong' }],
    ['no login name', { loginName: ' ' }, { loginName: 'profileEntry.loginNameRequired' }],
    ['other characters', { loginName: 'abc,defg1' }, { loginName: 'profileEntry.loginNameInvalidCharacters' }],
    ['a missing number', { loginName: 'abcdefgh' }, { loginName: 'profileEntry.loginNameMissingNumber' }],
    ['no email address', { emailAddress: '' }, { emailAddress: 'profileEntry.emailInvalid' }],
    ['no email address at all', { emailAddress: 'li.wei' }, { emailAddress: 'profileEntry.emailInvalid' }],
    ['an address of 100', { emailAddress: `${'x'.repeat(60)}@${'y'.repeat(31)}.example` }, {}],
    [
      'an address of 101',
      { emailAddress: `${'x'.repeat(61)}@${'y'.repeat(31)}.example` },
      { emailAddress: 'profileEntry.emailInvalid' },
    ],
    ['a current password of 5', { oldPassword: '12345' }, { oldPassword: 'profileEntry.oldPasswordTooShort' }],
    ['a current password of 6', { oldPassword: '123456' }, {}],
    ['a current password of 11', { oldPassword: '12345678901' }, {}],
    ['a current password of 12', { oldPassword: '123456789012' }, { oldPassword: 'profileEntry.oldPasswordTooLong' }],
    ['another question', { secretQuestion: 'Your boat?' }, { secretAnswer: 'profileEntry.answerRequired' }],
    ['another question with its answer', { secretQuestion: 'Your boat?', secretAnswer: 'Gull' }, {}],
    ['another answer alone', { secretAnswer: 'Gull' }, {}],
    ['signs in the answer', { secretAnswer: '<Gull>' }, { secretAnswer: 'profileEntry.answerInvalid' }],
    [
      'signs in the question',
      { secretQuestion: 'A <b>?', secretAnswer: 'Gull' },
      { secretQuestion: 'profileEntry.questionInvalid' },
    ],
    [
      'no question',
      { secretQuestion: '' },
      { secretQuestion: 'profileEntry.questionRequired', secretAnswer: 'profileEntry.answerRequired' },
    ],
  ])('%s', (_what, change, errors) => {
    const fields = { ...unchanged, ...change };
    const { oldPassword, ...others } = validateUserInfo(fields, saved, rules, false);
    const asked = oldPassword === 'profileEntry.oldPasswordRequired' ? {} : oldPassword && { oldPassword };
    expect({ ...others, ...asked }).toEqual(errors);
  });

  it('does not validate a question where none is asked', () => {
    const without = { ...rules, answerPattern: null };
    expect(validateUserInfo({ ...unchanged, secretQuestion: '' }, saved, without, false)).toEqual({});
  });
});

describe('the current password', () => {
  it.each<readonly [string, Partial<UserInfoFields>, boolean, boolean]>([
    ['nothing', {}, false, false],
    ['another login name', { loginName: 'li.wei.2' }, false, true],
    ['another email address', { emailAddress: 'l@example.com' }, false, true],
    ['a new password', {}, true, true],
    ['another question', { secretQuestion: 'Your boat?', secretAnswer: 'Gull' }, false, true],
    ['another question that has no answer yet', { secretQuestion: 'Your boat?' }, false, false],
    ['another answer to the same question', { secretAnswer: 'Gull' }, false, true],
    ['spaces alone', { loginName: ' li.wei ' }, false, false],
  ])('is required by %s: %#', (_what, change, changesPassword, needed) => {
    const fields = { ...unchanged, ...change };
    expect(needsPassword(fields, saved, changesPassword)).toBe(needed);
    const error = validateUserInfo(fields, saved, rules, changesPassword).oldPassword;
    expect(error === 'profileEntry.oldPasswordRequired').toBe(needed);
  });
});

it('the current password is not required under single sign-on', () => {
  const fields = { ...unchanged, emailAddress: 'wei@example.com' };
  expect(validateUserInfo(fields, saved, rules, false)).toEqual({ oldPassword: 'profileEntry.oldPasswordRequired' });
  expect(validateUserInfo(fields, saved, { ...rules, hasPassword: false }, false)).toEqual({});
});
