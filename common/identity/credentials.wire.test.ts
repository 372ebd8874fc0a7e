import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPasswordErrors } from './rules/check-password.ts';
import type { CredentialSettings } from './rules/credential-mode.ts';
import { createLoginNamePolicy, findLoginNameErrors } from './rules/login-name-rules.ts';
import { createPasswordPolicy } from './rules/password-policy.ts';
import { passwordWeaknesses } from './rules/password-weakness.ts';
import { validateNewPassword } from './rules/validate-new-password.ts';
import { loginNameValidationRules, passwordValidationRules } from './credentials.api.ts';
import {
  loginNamePolicyFromWire,
  loginNamePolicyToWire,
  passwordPolicyFromWire,
  passwordPolicyToWire,
} from './credentials.wire.ts';

const needs = fc.record({
  capitalLetter: fc.boolean(),
  lowercaseLetter: fc.boolean(),
  letter: fc.boolean(),
  number: fc.boolean(),
  specialCharacter: fc.boolean(),
});

const settings: fc.Arbitrary<CredentialSettings> = fc.record({
  longCredentials: fc.boolean(),
  ruleList: fc.boolean(),
  passwordMinimumLength: fc.integer({ min: 1, max: 20 }),
  loginNameMinimumLength: fc.integer({ min: 1, max: 20 }),
  passwordNeeds: needs,
  noThreeIdentical: fc.boolean(),
  notPortionOfLoginName: fc.boolean(),
  notContainLoginName: fc.boolean(),
  loginNameNeeds: needs,
  loginNameNotEmail: fc.boolean(),
});

const loginName = fc.constantFrom('', 'li.wei', 'margaret.okafor', 'ÉMILE@example.com');

/** Passwords near every limit, and arbitrary text. */
const candidate = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 140 }),
  fc.constantFrom('Aa1!', '900-12-4471', 'xx900124471', 'margaret.okafor', 'Émile@EXAMPLE.com', 'aaa', '12345678'),
  fc.integer({ min: 6, max: 14 }).map((length) => 'aB3!'.repeat(4).slice(0, length)),
  fc.integer({ min: 126, max: 130 }).map((length) => 'aB3!'.repeat(33).slice(0, length)),
);

const maybe = fc.option(fc.boolean(), { nil: undefined });
const facts = fc.record({
  loginName,
  matchesSsn: maybe,
  containsSsn: maybe,
  matchesEmail: maybe,
  usedBefore: maybe,
  weakness: fc.constantFrom(undefined, null, ...passwordWeaknesses),
});

function overTheWire<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

describe('the browser and the server', () => {
  it('agree about every password under every setting', () => {
    fc.assert(
      fc.property(settings, candidate, facts, (set, password, known) => {
        const server = createPasswordPolicy(set);
        const wire = passwordValidationRules.parse(overTheWire(passwordPolicyToWire(server)));
        const browser = passwordPolicyFromWire(wire, set);
        expect(findPasswordErrors(browser, password, known)).toEqual(findPasswordErrors(server, password, known));
      }),
      { numRuns: 2_000 },
    );
  });

  it('agree about every username', () => {
    fc.assert(
      fc.property(settings, candidate, (set, name) => {
        const server = createLoginNamePolicy(set);
        const wire = loginNameValidationRules.parse(overTheWire(loginNamePolicyToWire(server)));
        const browser = loginNamePolicyFromWire(wire, set);
        expect(findLoginNameErrors(browser, name, 'emile@example.com')).toEqual(
          findLoginNameErrors(server, name, 'emile@example.com'),
        );
      }),
    );
  });
});

it("follow the server's expression, even one an older page doesn't know", () => {
  const mode = { longCredentials: true, ruleList: true };
  const wire = {
    PasswordValidationRules: [
      { ValidationRuleType: 8, ValidationRegex: '(.)\\1', RegexMatchMeansError: true },
      { ValidationRuleType: 99, ValidationRegex: 'a', RegexMatchMeansError: true },
    ],
    MinimumLength: 4,
  };
  const policy = passwordPolicyFromWire(wire, mode);
  expect(findPasswordErrors(policy, 'abba', { loginName: '' })).toEqual([
    'containsThreeOrMoreConsecutiveIdenticalCharacters',
  ]);
  expect(findPasswordErrors(policy, 'abab', { loginName: '' })).toEqual([]);
});

it.each([
  ['', 'required'],
  ['harbor-2027', 'passwordsDontMatch'],
  ['harbor-2026', null],
] as const)('after harbor-2026, the confirmation "%s" gives %s', (confirmation, error) => {
  const policy = passwordPolicyFromWire(
    { PasswordValidationRules: [], MinimumLength: 8 },
    {
      longCredentials: true,
      ruleList: true,
    },
  );
  const entry = { password: 'harbor-2026', confirmation };
  expect(validateNewPassword(entry, policy, { loginName: '' }).confirmation).toBe(error);
  expect(validateNewPassword(entry, policy, { loginName: '' }, false).confirmation).toBeNull();
});
