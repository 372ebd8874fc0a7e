import { expect, it } from 'vitest';
import { problemText } from '#web/data/problem-text.ts';
import { securityCodeTexts } from './SecurityCodeStep.tsx';

it.each([
  ['CodeExpired', 'securityCodeError.expired'],
  ['MaxAttemptsReached', 'securityCodeError.maxAttempts'],
  ['Invalid', 'securityCodeError.invalid'],
  ['SomethingNew', 'securityCodeError.invalid'],
  ['constructor', 'securityCodeError.invalid'],
])('a security code refused with %s shows %s', (code, text) => {
  expect(problemText({ kind: 'refused', status: 403, codes: [code] }, securityCodeTexts)).toBe(text);
});

it.each([
  { kind: 'refused', status: 500, codes: ['CodeExpired'] },
  { kind: 'refused', status: 429, codes: [] },
  { kind: 'unreachable', timedOut: false },
] as const)('any other failure shows that validation failed: %o', (failure) => {
  expect(problemText(failure, securityCodeTexts)).toBe('securityCodeError.failed');
});
