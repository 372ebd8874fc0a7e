import { expect, it } from 'vitest';
import { problemText } from '#web/data/problem-text.ts';
import { recoveryTexts } from './RecoveryRefusal.tsx';

it.each([
  ['BadQuestion', 'recoveryError.BadQuestion'],
  ['Invalid', 'recoveryError.Invalid'],
  ['RecoveryFailed', 'recoveryError.RecoveryFailed'],
  ['RecoveryMaxAttempts', 'recoveryError.RecoveryMaxAttempts'],
  ['SomethingNew', 'recoveryError.Invalid'],
  ['constructor', 'recoveryError.Invalid'],
])('the code %s shows %s', (code, text) => {
  expect(problemText({ kind: 'refused', status: 200, codes: [code] }, recoveryTexts)).toBe(text);
});

it.each([
  [{ kind: 'refused', status: 500, codes: ['Invalid'] }, 'recoveryError.Error500'],
  [{ kind: 'refused', status: 200, codes: [] }, 'recoveryError.Invalid'],
  [{ kind: 'refused', status: 429, codes: ['TooManyRequests'] }, 'recoveryError.Invalid'],
  [{ kind: 'unreachable', timedOut: true }, 'recoveryError.Invalid'],
] as const)('%o shows %s', (result, text) => {
  expect(problemText(result, recoveryTexts)).toBe(text);
});
