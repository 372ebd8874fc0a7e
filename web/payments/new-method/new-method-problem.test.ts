import { expect, it } from 'vitest';
import { problemText } from '#web/data/problem-text.ts';
import { newMethodTexts } from './NewMethodDialog.tsx';

it.each([
  ['AlreadyExists', 'paymentMethodError.alreadyExists'],
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

it('a method refused without a code, or without an answer, shows a general error', () => {
  expect(problemText({ kind: 'refused', status: 500, codes: [] }, newMethodTexts)).toBe('paymentMethodError.other');
  expect(problemText({ kind: 'unreachable', timedOut: true }, newMethodTexts)).toBe('paymentMethodError.other');
});
