import { expect, it } from 'vitest';
import type { Options } from '#common/contract/all-options.ts';
import { contradictionsOf } from './contradictions.ts';
import { loadInstitution } from './load-institution.ts';

const harbor = await loadInstitution('institutions/harbor');

function found(options: Partial<Options>): string[] {
  return contradictionsOf({ ...harbor, options: { ...harbor.options, ...options } });
}

it('the demonstration contradicts itself nowhere', () => {
  expect(found({})).toEqual([]);
});

it.each<[string, Partial<Options>, RegExp]>([
  [
    'sign-on without its address',
    { 'loginOptions.useSingleSignOnOption': true, 'loginOptions.singleSignOnIssuer': 'https://sso.example' },
    /^"loginOptions\.useSingleSignOnOption" is set, but "loginOptions\.singleSignOnUrl" is not; set it/,
  ],
  [
    'an outside statement address without its host',
    { 'estatementOptions.externalUrl': 'https://s.example/{id}' },
    /"estatementOptions\.externalHosts" is not/,
  ],
  [
    'a fee for returned payments without the day since when customers read it',
    { 'paymentOptions.returnedPaymentFee': 30 },
    /^"paymentOptions\.returnedPaymentFee" is set, but "paymentOptions\.returnedPaymentFeeFrom" is not; set it/,
  ],
  [
    'registration for borrowers only and depositors only',
    { 'registerOptions.forceLoanType': true, 'registerOptions.forceDepositType': true },
    /both on, so no one could register; turn one off/,
  ],
  [
    'a minimum above the maximum',
    { 'paymentOptions.minimumCardPaymentAmount': 50, 'paymentOptions.maximumCardPaymentAmount': 25 },
    /minimumCardPaymentAmount" is 50, more than "paymentOptions\.maximumCardPaymentAmount", 25/,
  ],
  [
    'no way to pay',
    Object.fromEntries(
      ['OneTime', 'OnDueDate', 'DaysBeforeDue', 'MonthlyOnDate', 'SemiMonthly', 'TwoWeeks', 'Weekly'].map((name) => [
        `paymentOptions.allow${name}`,
        false,
      ]),
    ),
    /no frequency is on, so no one can pay/,
  ],
])('%s is reported with its fix', (_what, options, expected) => {
  const problems = found(options);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(expected);
});

it('a fee for returned payments of zero needs no day', () => {
  expect(found({ 'paymentOptions.returnedPaymentFee': 0 })).toEqual([]);
});

it('an institution that is not a demonstration needs a bank for its drafts', () => {
  expect(contradictionsOf({ ...harbor, demonstration: false, bankFile: null })).toEqual([
    expect.stringContaining('no "bankFile"'),
  ]);
  expect(contradictionsOf({ ...harbor, demonstration: false })).toEqual([]);
});
