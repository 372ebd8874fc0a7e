import { expect, it } from 'vitest';
import { causeOfStep } from './PaymentState.tsx';

it.each([
  ['posted', 'submission', 'the customer submitted it'],
  ['unknown', 'submission', 'the card processor did not answer (reference 9f0c)'],
  ['unknown', 'schedule', 'the card processor did not answer (reference 9f0c)'],
  ['posted', 'recovery', 'the portal asked the processor again'],
])('staff read why a payment is %s after %s', (to, cause, words) => {
  expect(causeOfStep({ to, cause }, '9f0c')).toBe(words);
});
