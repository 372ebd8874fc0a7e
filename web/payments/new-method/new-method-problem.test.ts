import { expect, it } from 'vitest';
import { problemText } from '#web/data/problem-text.ts';
import { newMethodTexts } from './NewMethodDialog.tsx';

it.each([
  ['AlreadyExists', 'paymentMethodError.alreadyExists'],
  ['AchTerms', 'paymentMethodError.achTerms'],
  ['RoutingNumberInvalid', 'paymentMethodError.routingNumber'],
  ['RoutingNumberAchNotAllowed', 'paymentMethodError.routingNumber'],
  ['RoutingAccountInvalidThirdParty', 'paymentMethodError.accountThirdParty'],
  ['RoutingAccountInvalidInternal', 'paymentMethodError.accountInternal'],
  ['InvalidInfo', 'paymentMethodError.other'],
  ['Connection', 'paymentMethodError.other'],
  ['Declined', 'paymentMethodError.other'],
  ['hasOwnProperty', 'paymentMethodError.other'],
])('a method refused as %s shows %s', (code, key) => {
  expect(problemText({ kind: 'refused', status: 200, codes: [code] }, newMethodTexts)).toBe(key);
});

it('a method without a decision says what is safe and what to do next', () => {
  expect(problemText({ kind: 'refused', status: 500, codes: [] }, newMethodTexts)).toBe('paymentMethodError.noAnswer');
  expect(problemText({ kind: 'unreachable', timedOut: true }, newMethodTexts)).toBe('paymentMethodError.noAnswer');
  expect(problemText({ kind: 'refused', status: 200, codes: [] }, newMethodTexts)).toBe('paymentMethodError.other');
});
