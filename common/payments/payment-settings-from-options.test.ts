import { describe, expect, test } from 'vitest';
import { type PaymentOptions, paymentSettingsFromOptions } from './payment-settings-from-options.ts';
import { optionDefinitions } from '#common/contract/all-options.ts';
import { centsOption } from '#common/contract/option-kinds.ts';

type PaymentKey = Extract<keyof PaymentOptions, `paymentOptions.${string}`>;
type Key = PaymentKey extends `paymentOptions.${infer Name}` ? Name : never;

const shipped = Object.fromEntries(
  Object.entries(optionDefinitions).map(([key, definition]) => [key, definition.defaultValue]),
) as unknown as PaymentOptions;

function settings(changes: Partial<Record<Key, unknown>> = {}) {
  const prefixed = Object.entries(changes).map(([name, value]) => [`paymentOptions.${name}`, value]);
  return paymentSettingsFromOptions({ ...shipped, ...Object.fromEntries(prefixed) } as PaymentOptions);
}

const everyFrequency = {
  OneTime: true,
  OnDueDate: true,
  DaysBeforeDue: true,
  MonthlyOnDate: true,
  SemiMonthly: true,
  TwoWeeks: true,
  Weekly: true,
};

test('an institution without settings accepts everything from one cent', () => {
  expect(settings()).toEqual({
    cardBrands: ['visa', 'amex', 'master', 'discover'],
    debitOnly: false,
    cardProfilesAllowed: true,
    achProfilesAllowed: true,
    singleUseCardAllowed: true,
    singleUseAchAllowed: true,
    savingsAccountsAllowed: true,
    confirmAccountNumberHidden: false,
    fullCardAddressRequired: false,
    weekendAchDatesAllowed: false,
    immediateAchBlocked: false,
    immediateAchBlockedAfterCutoff: false,
    achBlockingHoldCodes: [],
    cardBlockingHoldCodes: [],
    frequenciesAllowed: everyFrequency,
    recurringForcedOnDueDate: false,
    recurringForcedDaysBeforeDue: null,
    weekendRecurringDatesAllowed: false,
    nonSchedulableDays: [],
    schedulingAllowed: { ACH: true, Card: true },
    schedulingBlockedWhenPastDue: false,
    schedulingAllowedWhenDelinquent: false,
    maxScheduledPayments: 1,
    blockedAfterCutoffWithScheduled: false,
    scheduledDeletionAllowed: true,
    scheduledEditAllowed: false,
    scheduledPaymentManager: false,
    recurringAllowed: { ACH: true, Card: true },
    recurringBlockedWhenPastDue: false,
    recurringAllowedWhenDelinquent: false,
    blockedDaysBeforeRecurring: null,
    additionalAmountOnRecurringAllowed: false,
    additionalPrincipalOnRecurringAchAllowed: false,
    customAmountOnDaysBeforeDueAllowed: false,
    recurringLineOfCreditPaysTotalDue: true,
    recurringDeletionAllowed: true,
    recurringEditAllowed: false,
    recurringSkipAllowed: false,
    achDraftAgreement: false,
    payoffHidden: false,
    principalOnlyAllowed: false,
    futurePayoffAllowed: { ACH: false, Card: false },
    amountHidden: false,
    minimumAchCents: 1,
    minimumCardCents: 1,
    maximumCardCents: null,
    totalDueForced: false,
    totalDueForcedWhenDelinquent: false,
    maximumPayoffFactor: null,
    firstPartyFees: {
      scheduledAchCents: 0,
      eCheckCents: 0,
      recurringAchCents: 0,
      debitCardCents: 0,
      creditCardCents: 0,
    },
    thirdPartyFees: { achCents: 0, cardCents: 0 },
    thirdPartyCards: null,
  });
});

/** Each switch alone and what it changes. */
test.each<[Key, unknown, object]>([
  ['allowVisa', false, { cardBrands: ['amex', 'master', 'discover'] }],
  ['allowAmex', false, { cardBrands: ['visa', 'master', 'discover'] }],
  ['allowMaster', false, { cardBrands: ['visa', 'amex', 'discover'] }],
  ['allowDiscover', false, { cardBrands: ['visa', 'amex', 'master'] }],
  ['debitOnly', true, { debitOnly: true }],
  ['allowCardProfiles', false, { cardProfilesAllowed: false }],
  ['allowAchProfiles', false, { achProfilesAllowed: false }],
  ['allowSingleUseCard', false, { singleUseCardAllowed: false }],
  ['allowSingleUseAch', false, { singleUseAchAllowed: false }],
  ['allowSavings', false, { savingsAccountsAllowed: false }],
  ['hideConfirmAccountNumber', true, { confirmAccountNumberHidden: true }],
  ['requireFullCardAddress', true, { fullCardAddressRequired: true }],
  ['allowWeekendAchDates', true, { weekendAchDatesAllowed: true }],
  ['blockImmediateAch', true, { immediateAchBlocked: true }],
  ['blockImmediateAchAfterCutoff', true, { immediateAchBlockedAfterCutoff: true }],
  ['blockAchHoldCodes', ['48'], { achBlockingHoldCodes: ['48'] }],
  ['blockCardHoldCodes', ['77'], { cardBlockingHoldCodes: ['77'] }],
  ['allowOneTime', false, { frequenciesAllowed: { ...everyFrequency, OneTime: false } }],
  ['allowOnDueDate', false, { frequenciesAllowed: { ...everyFrequency, OnDueDate: false } }],
  ['allowDaysBeforeDue', false, { frequenciesAllowed: { ...everyFrequency, DaysBeforeDue: false } }],
  ['allowMonthlyOnDate', false, { frequenciesAllowed: { ...everyFrequency, MonthlyOnDate: false } }],
  ['allowSemiMonthly', false, { frequenciesAllowed: { ...everyFrequency, SemiMonthly: false } }],
  ['allowTwoWeeks', false, { frequenciesAllowed: { ...everyFrequency, TwoWeeks: false } }],
  ['allowWeekly', false, { frequenciesAllowed: { ...everyFrequency, Weekly: false } }],
  ['forceRecurringOnDueDate', true, { recurringForcedOnDueDate: true }],
  ['forceRecurringDaysBeforeDue', 5, { recurringForcedDaysBeforeDue: 5 }],
  ['allowWeekendRecurringDates', true, { weekendRecurringDatesAllowed: true }],
  ['nonSchedulableDays', ['2026-12-31'], { nonSchedulableDays: ['2026-12-31'] }],
  ['allowScheduledAch', false, { schedulingAllowed: { ACH: false, Card: true } }],
  ['allowScheduledCard', false, { schedulingAllowed: { ACH: true, Card: false } }],
  ['blockScheduledWhenPastDue', true, { schedulingBlockedWhenPastDue: true }],
  ['allowScheduledWhenDelinquent', true, { schedulingAllowedWhenDelinquent: true }],
  ['maxScheduledPaymentsPerLoan', 3, { maxScheduledPayments: 3 }],
  ['maxScheduledPaymentsPerLoan', null, {}],
  ['blockAfterCutoffWithScheduled', true, { blockedAfterCutoffWithScheduled: true }],
  ['allowScheduledDeletion', false, { scheduledDeletionAllowed: false }],
  ['allowScheduledEdit', true, { scheduledEditAllowed: true }],
  ['useScheduledPaymentManager', true, { scheduledPaymentManager: true }],
  ['allowRecurringAch', false, { recurringAllowed: { ACH: false, Card: true } }],
  ['allowRecurringCard', false, { recurringAllowed: { ACH: true, Card: false } }],
  ['blockRecurringWhenPastDue', true, { recurringBlockedWhenPastDue: true }],
  ['allowRecurringWhenDelinquent', true, { recurringAllowedWhenDelinquent: true }],
  ['blockDaysBeforeRecurring', 3, { blockedDaysBeforeRecurring: 3 }],
  ['allowAdditionalAmountOnRecurring', true, { additionalAmountOnRecurringAllowed: true }],
  ['allowAdditionalPrincipalOnRecurringACH', true, { additionalPrincipalOnRecurringAchAllowed: true }],
  ['allowPrincipalOnlyPayments', true, { principalOnlyAllowed: true }],
  ['allowCustomAmountOnDaysBeforeDue', true, { customAmountOnDaysBeforeDueAllowed: true }],
  ['recurringLocPaysTotalDue', false, { recurringLineOfCreditPaysTotalDue: false }],
  ['allowRecurringDeletion', false, { recurringDeletionAllowed: false }],
  ['allowRecurringEdit', true, { recurringEditAllowed: true }],
  ['allowRecurringSkip', true, { recurringSkipAllowed: true }],
  ['hidePayoffToggle', true, { payoffHidden: true }],
  ['hidePayoffAmount', true, { payoffHidden: true }],
  ['allowFuturePayoffAch', true, { futurePayoffAllowed: { ACH: true, Card: false } }],
  ['allowFuturePayoffCard', true, { futurePayoffAllowed: { ACH: false, Card: true } }],
  ['hideAmountSection', true, { amountHidden: true }],
  ['maximumCardPaymentAmount', 500, { maximumCardCents: 50_000 }],
  ['forceTotalAmountDue', true, { totalDueForced: true }],
  ['forceTotalDueAsMinimumPaymentWhenDelinquent', true, { totalDueForcedWhenDelinquent: true }],
  ['maxPayoffPercent', 1.05, { maximumPayoffFactor: 1.05 }],
  ['minimumAchPaymentAmount', 25, {}],
  ['minimumCardPaymentAmount', 25, {}],
  ['thirdPartyAchFee', 0.25, { thirdPartyFees: { achCents: 25, cardCents: 0 } }],
  ['thirdPartyCardFee', 1.75, { thirdPartyFees: { achCents: 0, cardCents: 175 } }],
  ['useThirdPartyCardPayments', true, {}],
])('%s as %j changes %j', (key, value, change) => {
  expect(settings({ [key]: value })).toEqual({ ...settings(), ...change });
});

test('the bank draft agreement is an institution-wide switch, because a separate screen shows past ones', () => {
  const options = { ...shipped, 'globalOptions.requireAchDraftAgreementOption': true };
  expect(paymentSettingsFromOptions(options)).toEqual({ ...settings(), achDraftAgreement: true });
});

test('fees are read one by one', () => {
  const fees = { scheduledAchFee: 1, eCheckFee: 2, recurringAchFee: 3, debitCardFee: 4.5, creditCardFee: null };
  expect(settings(fees).firstPartyFees).toEqual({
    scheduledAchCents: 100,
    eCheckCents: 200,
    recurringAchCents: 300,
    debitCardCents: 450,
    creditCardCents: 0,
  });
});

describe('minimums', () => {
  test.each([
    [25, 30.5, 2_500, 3_050],
    [null, null, 1, 1],
    [0, 0.01, 1, 1],
  ])('of %j and %j dollars apply when required', (ach, card, achCents, cardCents) => {
    const required = {
      requireMinimumPaymentAmount: true,
      minimumAchPaymentAmount: ach,
      minimumCardPaymentAmount: card,
    };
    expect(settings(required)).toMatchObject({ minimumAchCents: achCents, minimumCardCents: cardCents });
  });
});

test('third-party fees are zero where they are turned off', () => {
  const off = { disableThirdPartyFees: true, thirdPartyAchFee: 0.25, thirdPartyCardFee: 1.75 };
  expect(settings(off).thirdPartyFees).toEqual({ achCents: 0, cardCents: 0 });
});

describe('third-party cards', () => {
  const range = { thirdPartyPaymentsMinBranchNumber: 100, thirdPartyPaymentsMaxBranchNumber: 199 };
  const on = { ...range, useThirdPartyCardPayments: true, thirdPartyCardLink: 'https://cards.example/pay' };

  test('have a link and a range of branches', () => {
    const expected = { link: 'https://cards.example/pay', firstBranch: 100, lastBranch: 199 };
    expect(settings(on).thirdPartyCards).toEqual(expected);
  });

  test.each([
    ['without the switch', { useThirdPartyCardPayments: false }],
    ['without a first branch', { thirdPartyPaymentsMinBranchNumber: null }],
    ['without a last branch', { thirdPartyPaymentsMaxBranchNumber: null }],
  ])('are off %s', (_, change) => {
    expect(settings({ ...on, ...change }).thirdPartyCards).toBeNull();
  });
});

describe('an amount option', () => {
  test.each([
    [25, 2_500],
    [0.01, 1],
    [0, 0],
    [null, null],
  ])('of %j dollars is %j cents', (dollars, expected) => {
    expect(centsOption(dollars)).toBe(expected);
  });

  test.each([0.005, -1, Number.NaN])('of %d dollars is refused', (dollars) => {
    expect(() => centsOption(dollars)).toThrow(RangeError);
  });
});
