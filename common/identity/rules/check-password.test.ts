import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { credentialsTexts } from '../credentials-texts.ts';
import { factsOfTypedPerson, findPasswordErrors, lengthOf, stateOfRule } from './check-password.ts';
import type { CredentialSettings } from './credential-mode.ts';
import { createRule, ruleTypes } from './credential-rules.ts';
import { createPasswordPolicy, policyOfActivation, policyOfFirstPassword } from './password-policy.ts';

const noNeeds = { capitalLetter: false, lowercaseLetter: false, letter: false, number: false, specialCharacter: false };

const modern: CredentialSettings = {
  longCredentials: true,
  ruleList: true,
  passwordMinimumLength: 8,
  loginNameMinimumLength: 8,
  passwordNeeds: noNeeds,
  noThreeIdentical: false,
  notPortionOfLoginName: true,
  notContainLoginName: true,
  loginNameNeeds: noNeeds,
  loginNameNotEmail: false,
};
const legacy: CredentialSettings = { ...modern, longCredentials: false, ruleList: false };
const person = { loginName: 'margaret.okafor', ssn: '900-12-4471', emailAddress: 'margaret@example.com' };

function errorsOf(password: string, settings: Partial<CredentialSettings> = {}, base = modern) {
  return findPasswordErrors(
    createPasswordPolicy({ ...base, ...settings }),
    password,
    factsOfTypedPerson(password, person),
  );
}

describe('with the rules as a list', () => {
  it.each([
    ['nothing', '', ['required']],
    ['seven characters', 'abcdefg', ['doesNotMeetMinimumLength']],
    ['eight characters of one kind', 'abcdefgh', []],
    ['128 characters', 'ab'.repeat(64), []],
    ['129 characters', `${'ab'.repeat(64)}c`, ['exceedsMaximumLength']],
    ['spaces alone', '        ', []],
    ['quotes and angle brackets', `<"it's">`, []],
    ['eight emoji, which are eight characters', '🦆🚢⚓🌊🐟🦀🐚🏝', []],
    ['the number of the person', '900124471', ['matchesSSN']],
    ['the number with dashes', '900-12-4471', ['matchesSSN']],
    ['the number among other things', 'x900124471', []],
    ['another number', '900124472', []],
    ['the email address in capitals', 'MARGARET@example.com', ['matchesEmail']],
    ['the login name', 'Margaret.Okafor', ['containsName', 'equalsPortionOfLoginName', 'containsLoginName']],
    ['a part of the login name', 'ret.okafo', ['equalsPortionOfLoginName']],
    ['more than the login name', 'x-margaret.okafor-x', ['containsLoginName']],
  ] as const)('%s', (_what, password, errors) => {
    expect(errorsOf(password)).toEqual(errors);
  });

  it("a password can't be the username even without a rule", () => {
    const settings = { notPortionOfLoginName: false, notContainLoginName: false };
    expect(errorsOf('margaret.okafor', settings)).toEqual(['containsName']);
    expect(errorsOf('margaret.okafor1', settings)).toEqual([]);
  });
});

describe('a rule of the institution', () => {
  it.each([
    ['capitalLetter', 'abcdefg1', 'missingCapitalLetter', 'Ébcdefg1'],
    ['lowercaseLetter', 'ABCDEFG1', 'missingLowercaseLetter', 'ABCDEFGé'],
    ['letter', '12345678', 'missingLetter', '1234567ß'],
    ['number', 'abcdefgh', 'missingNumber', 'abcdefg0'],
    ['specialCharacter', 'abcd efg1', 'missingSpecialCharacter', 'abcdefg!'],
  ] as const)('%s refuses %s', (need, refused, error, accepted) => {
    const passwordNeeds = { ...noNeeds, [need]: true };
    expect(errorsOf(refused, { passwordNeeds })).toEqual([error]);
    expect(errorsOf(accepted, { passwordNeeds })).toEqual([]);
  });

  it.each([
    ['aabbaabb', []],
    ['aaabbccdd', ['containsThreeOrMoreConsecutiveIdenticalCharacters']],
    ['abc    def', ['containsThreeOrMoreConsecutiveIdenticalCharacters']],
    ['aAaaAabc', []],
  ])('the rule against three identical characters gives %s', (password, errors) => {
    expect(errorsOf(password, { noThreeIdentical: true })).toEqual(errors);
  });
});

describe('in the legacy mode', () => {
  it.each([
    ['eleven characters', 'harbor-2026', []],
    ['twelve characters', 'harbor-2026x', ['exceedsMaximumLength']],
    ['letters alone', 'harborside', ['needsLettersAndNumbers']],
    ['numbers alone', '20262027', ['needsLettersAndNumbers']],
    ['the number among letters', 'a900124471b', ['containsSsn']],
    ['the number with dashes and a letter', 'x900-124471', ['containsSsn']],
  ] as const)('%s', (_what, password, errors) => {
    expect(errorsOf(password, {}, legacy)).toEqual(errors);
  });

  it("a password can't contain a short username", () => {
    const errors = findPasswordErrors(createPasswordPolicy({ ...legacy, notContainLoginName: false }), 'x-li.wei-1', {
      loginName: 'li.wei',
    });
    expect(errors).toEqual(['containsLoginName']);
  });

  it('a password that is the username gets that error before the one for containing it', () => {
    const errors = (password: string) =>
      findPasswordErrors(createPasswordPolicy(legacy), password, { loginName: 'li.wei.2026' });
    expect(errors('Li.Wei.2026')[0]).toBe('containsName');
    expect(credentialsTexts['passwordEntry.containsName']).toBe('Password must be different than Username');
    expect(errors('li.wei.2026x')).not.toContain('containsName');
    expect(errors('li.wei.2026x')).toContain('containsLoginName');
  });

  it('without a username, no password contains it', () => {
    for (const settings of [legacy, modern]) {
      expect(findPasswordErrors(createPasswordPolicy(settings), 'tall-ship-7', { loginName: '' })).toEqual([]);
    }
  });

  it.each([
    [true, false],
    [false, true],
  ])('letter and number are required unless both switches are on (%s, %s)', (longCredentials, ruleList) => {
    expect(errorsOf('harborside', { longCredentials, ruleList })).toEqual(['needsLettersAndNumbers']);
  });
});

describe('facts only the server knows', () => {
  const types = [ruleTypes.notSsn, ruleTypes.notEmail, ruleTypes.notUsedBefore, ruleTypes.hardToGuess];

  it.each(types)('rule %i stays open until the server has answered', (type) => {
    expect(stateOfRule(createRule(type), 'harbor-2026!', { minimumLength: 8 }, { loginName: '' })).toBe('unknown');
  });

  it.each([
    [ruleTypes.notSsn, { matchesSsn: true }, 'unmet'],
    [ruleTypes.notSsn, { matchesSsn: false }, 'met'],
    [ruleTypes.notEmail, { matchesEmail: true }, 'unmet'],
    [ruleTypes.notEmail, { matchesEmail: false }, 'met'],
    [ruleTypes.hardToGuess, { weakness: 'common' }, 'unmet'],
    [ruleTypes.hardToGuess, { weakness: null }, 'met'],
    [ruleTypes.notUsedBefore, { usedBefore: true }, 'unmet'],
    [ruleTypes.notUsedBefore, { usedBefore: false }, 'met'],
  ] as const)('rule %i with %j is %s', (type, facts, state) => {
    const rule = createRule(type);
    expect(stateOfRule(rule, 'harbor-2026!', { minimumLength: 8 }, { loginName: '', ...facts })).toBe(state);
  });

  it('an easy-to-guess password is refused in both modes', () => {
    const facts = { loginName: 'x', weakness: 'sequence' as const };
    for (const settings of [modern, legacy]) {
      expect(findPasswordErrors(createPasswordPolicy(settings), 'abcdef-1234', facts)).toContain('easyToGuess');
    }
  });

  it('a reused password is refused', () => {
    const errors = findPasswordErrors(createPasswordPolicy(modern), 'harbor-2026!', {
      loginName: 'x',
      usedBefore: true,
    });
    expect(errors).toEqual(['passwordReused']);
  });
});

it.each([
  ['', '900-12-4471', false, false],
  ['', '', false, false],
  ['900-12-4471', '900124471', true, true],
  ['900-12-4471', 'x900124471', false, true],
  ['900-12-4471', '900124472', false, false],
  ['4471', '900-12-4471', true, true],
  ['4471', 'x900-12-4471', false, true],
  ['4471', '900-12-4472', false, false],
  ['4471', 'ship 4471', false, false],
])(
  'for the number "%s", the password "%s" equals it: %s, contains it: %s',
  (ssn, password, matchesSsn, containsSsn) => {
    const facts = factsOfTypedPerson(password, { loginName: '', ssn, emailAddress: '' });
    expect(facts).toMatchObject({ matchesSsn, containsSsn });
  },
);

it('an empty password meets no rule', () => {
  for (const { type } of createPasswordPolicy(modern).rules) {
    expect(stateOfRule(createRule(type), '', { minimumLength: 8 }, { loginName: '' })).toBe('unmet');
  }
});

it('activation accepts 127 characters, not 128', () => {
  const policy = policyOfActivation(createPasswordPolicy(modern));
  expect(findPasswordErrors(policy, 'a1'.repeat(63) + 'c', { loginName: '' })).toEqual([]);
  expect(findPasswordErrors(policy, 'a1'.repeat(64), { loginName: '' })).toEqual(['exceedsMaximumLength']);
});

it.each([modern, { ...modern, passwordNeeds: { ...modern.passwordNeeds, number: true } }, legacy])(
  'activation checks like every first password, by %j',
  (settings) => {
    const policy = createPasswordPolicy(settings);
    for (const password of ['three tall', '4021 7718', 'tall-ship-7', 'margaret.okafor', 'short']) {
      expect(findPasswordErrors(policyOfActivation(policy), password, person)).toEqual(
        findPasswordErrors(policyOfFirstPassword(policy), password, person),
      );
    }
  },
);

it('a first password has no reuse rule', () => {
  const { rules } = policyOfFirstPassword(createPasswordPolicy(modern));
  expect(rules.map(({ type }) => type)).not.toContain(ruleTypes.notUsedBefore);
});

it('Unicode encoding changes neither length nor result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (password) => {
      const facts = { loginName: 'margaret.okafor' };
      const policy = createPasswordPolicy(legacy);
      expect(lengthOf(password.normalize('NFD'))).toBe(lengthOf(password.normalize('NFC')));
      expect(findPasswordErrors(policy, password.normalize('NFD'), facts)).toEqual(
        findPasswordErrors(policy, password.normalize('NFC'), facts),
      );
    }),
  );
});
