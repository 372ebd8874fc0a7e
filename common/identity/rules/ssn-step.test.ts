import { expect, it } from 'vitest';
import { ssnDigits, validateSsnStep } from './ssn-step.ts';

it.each([
  ['900-31-8814', '900318814'],
  ['9003188140', '900318814'],
  ['a9b', '9'],
  ['', ''],
])('typing "%s" results in "%s"', (typed, kept) => {
  expect(ssnDigits(typed)).toBe(kept);
});

it.each([
  ['', { ssn: 'ssnStep.required' }],
  ['90031881', { ssn: 'ssnStep.invalid' }],
  ['900318814', {}],
  ['9003188140', { ssn: 'ssnStep.invalid' }],
  ['90031881x', { ssn: 'ssnStep.invalid' }],
])('the entry "%s" gives %j', (ssn, errors) => {
  expect(validateSsnStep({ ssn })).toEqual(errors);
});
