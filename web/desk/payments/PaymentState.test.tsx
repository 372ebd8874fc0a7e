import { expect, it } from 'vitest';
import { causeOfStep } from './PaymentState.tsx';

it.each([
  ['created', 'submission', 'the customer submitted it'],
  ['posted', 'submission', 'it went through when the customer submitted it'],
  ['posted', 'schedule', 'its day came, and it went through'],
  ['cancelled', 'customer', 'the customer canceled it'],
  ['returned', 'operator', 'staff decided it'],
  ['unknown', 'submission', 'the card processor did not answer (reference 9f0c)'],
  ['unknown', 'schedule', 'the card processor did not answer (reference 9f0c)'],
  ['posted', 'recovery', 'it went through after an interruption'],
])('staff read why a payment is %s after %s', (to, cause, words) => {
  expect(causeOfStep({ to, cause }, { paymentId: '9f0c', method: 'ACH' })).toBe(words);
});

it('staff read that a card payment came back because of a dispute', () => {
  const step = { to: 'returned', cause: 'bank' };
  expect(causeOfStep(step, { paymentId: '9f0c', method: 'Card' })).toBe('the cardholder won a dispute');
  expect(causeOfStep(step, { paymentId: '9f0c', method: 'ACH' })).toBe('the bank sent it back');
});
