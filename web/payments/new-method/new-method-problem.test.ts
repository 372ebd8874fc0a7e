import { expect, it } from 'vitest';
import { newMethodProblem } from './new-method-problem.ts';

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
])('a method that is refused as %s says %s', (code, key) => {
  expect(newMethodProblem({ kind: 'refused', status: 200, codes: [code] })).toBe(key);
});

it('a method that is refused without a list, or not at all answered, says that an error occurred', () => {
  expect(newMethodProblem({ kind: 'refused', status: 500, codes: [] })).toBe('paymentMethodError.other');
  expect(newMethodProblem({ kind: 'unreachable', timedOut: true })).toBe('paymentMethodError.other');
});
