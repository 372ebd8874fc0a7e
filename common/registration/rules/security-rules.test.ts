import { describe, expect, it } from 'vitest';
import { askingForAll, filledIn } from '#tests/builders/registration-samples.ts';
import type { RegistrationEntry, RegistrationSettings } from './registration-types.ts';
import { asksForSecurity, validateSecurity } from './security-rules.ts';

const check = (entry: Partial<RegistrationEntry>, settings: Partial<RegistrationSettings> = {}) =>
  validateSecurity({ ...filledIn, ...entry }, { ...askingForAll, ...settings });

it('a complete entry is valid', () => {
  expect(check({})).toEqual({});
});

describe('missing or invalid entries', () => {
  it.each<[Partial<RegistrationEntry>, object]>([
    [{ placeOfBirth: ' ' }, { placeOfBirth: 'registerCheck.placeOfBirthRequired' }],
    [{ driversLicense: '' }, { driversLicense: 'registerCheck.driversLicenseRequired' }],
    [{ mothersMaiden: '' }, { mothersMaiden: 'registerCheck.mothersMaidenRequired' }],
    [{ secretQuestion: '' }, { secretQuestion: 'registerCheck.secretQuestionRequired' }],
    [{ secretQuestion: 'Not on the list?' }, { secretQuestion: 'registerCheck.secretQuestionRequired' }],
    [{ secretAnswer: '' }, { secretAnswer: 'registerCheck.secretAnswerRequired' }],
    [{ secretAnswer: '  ' }, { secretAnswer: 'registerCheck.secretAnswerRequired' }],
    [{ secretAnswer: '<Biscuit>' }, { secretAnswer: 'registerCheck.secretAnswerInvalid' }],
  ])('%j gives %j', (entry, errors) => {
    expect(check(entry)).toEqual(errors);
  });
});

describe('with custom questions', () => {
  const custom = { secretQuestion: 'custom' } as const;

  it.each<[Partial<RegistrationEntry>, object]>([
    [{ secretQuestion: 'Not on the list?' }, {}],
    [{ secretQuestion: ' ' }, { secretQuestion: 'registerCheck.customQuestionRequired' }],
    [{ secretAnswer: '' }, { secretAnswer: 'registerCheck.customAnswerRequired' }],
    [{ secretAnswer: '"' }, { secretAnswer: 'registerCheck.secretAnswerInvalid' }],
  ])('%j gives %j', (entry, errors) => {
    expect(check(entry, custom)).toEqual(errors);
  });
});

const askingForNothing = {
  placeOfBirthHidden: true,
  driversLicenseHidden: true,
  mothersMaidenHidden: true,
  secretQuestion: 'none',
} as const;

it("fields the institution doesn't ask for can be empty", () => {
  const empty = { placeOfBirth: '', driversLicense: '', mothersMaiden: '', secretQuestion: '', secretAnswer: '' };
  expect(check(empty, askingForNothing)).toEqual({});
});

describe('the security section', () => {
  it('is left out if it has no fields', () => {
    expect(asksForSecurity({ ...askingForAll, ...askingForNothing })).toBe(false);
  });

  it.each<Partial<RegistrationSettings>>([
    { placeOfBirthHidden: false },
    { driversLicenseHidden: false },
    { mothersMaidenHidden: false },
    { secretQuestion: 'listed' },
    { secretQuestion: 'custom' },
  ])('is shown for %j', (asked) => {
    expect(asksForSecurity({ ...askingForAll, ...askingForNothing, ...asked })).toBe(true);
  });
});
