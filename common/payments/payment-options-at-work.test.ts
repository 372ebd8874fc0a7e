import { expect, test } from 'vitest';
import { optionDefinitions, type OptionKey, type Options } from '#common/contract/all-options.ts';
import { addDays, day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import { ordinaryTerms, rightBankAccount, rightCard } from '#tests/builders/payment-samples.ts';
import { paymentSettingsFromOptions } from './payment-settings-from-options.ts';
import { validateBankAccount } from './rules/ach-rules.ts';
import { amountLimits, isAmountStepSkipped, mayAddPrincipal } from './rules/amounts.ts';
import { paysTotalDue } from './rules/total-due.ts';
import { availablePayments, ordinaryCircumstances } from './rules/availability.ts';
import { validateCard } from './rules/card-rules.ts';
import { firstPartyFee, thirdPartyFee } from './rules/fees.ts';
import { methodAvailability } from './rules/method-availability.ts';
import { recurringDay } from './rules/payment-days.ts';
import type { PaymentSettings } from './rules/payment-settings.ts';
import type { Frequency, PaymentTerms, PaymentType } from './rules/payment-types.ts';

const shipped = Object.fromEntries(
  Object.entries(optionDefinitions).map(([key, { defaultValue }]) => [key, defaultValue]),
) as unknown as Options;

const today = ordinaryTerms.today;
const late: PaymentTerms = { ...ordinaryTerms, dueOn: day('2026-11-01'), pastDue: true };
const delinquent: PaymentTerms = { ...late, delinquent: true };
const held: PaymentTerms = { ...ordinaryTerms, holdCode: '48' };
const line: PaymentTerms = { ...ordinaryTerms, accountKind: 'lineOfCredit' };
const onDueDate = { timing: 'recurring', option: 'DaysBeforeDue' } as const;
const monthly = { timing: 'recurring', option: 'DayOfMonth' } as const;

type Look = (settings: PaymentSettings) => unknown;

const accepts =
  (cardNumber: string): Look =>
  (settings) =>
    validateCard({ ...rightCard, cardNumber }, settings, today).cardNumber ?? 'right';
const method =
  (type: PaymentType, terms = ordinaryTerms) =>
  (settings: PaymentSettings) =>
    methodAvailability({ type, use: 'saved' }, terms, settings);
const offers =
  (frequency: Frequency): Look =>
  (settings) =>
    method('ACH')(settings).frequencies[frequency];
const later =
  (type: PaymentType, terms?: PaymentTerms): Look =>
  (settings) =>
    method(type, terms)(settings).payLater;
const recurs =
  (type: PaymentType, terms?: PaymentTerms): Look =>
  (settings) =>
    method(type, terms)(settings).recurring;
const payoff =
  (type: PaymentType, when: 'payoffToday' | 'payoffLater'): Look =>
  (settings) =>
    method(type)(settings)[when];
const payments =
  (type: PaymentType, terms = ordinaryTerms): Look =>
  (settings) =>
    availablePayments(terms, settings, ordinaryCircumstances).types[type];
const limits =
  (use: Parameters<typeof amountLimits>[3], terms = ordinaryTerms) =>
  (settings: PaymentSettings) =>
    amountLimits(terms, settings, 'ACH', use);
const cardFee =
  (debitCredit: 'DebitCard' | 'CreditCard'): Look =>
  ({ firstPartyFees }) =>
    firstPartyFee({ type: 'Card', debitCredit }, 'immediate', firstPartyFees);

const yes = { allowed: true };
const no = (reason: string) => expect.objectContaining({ allowed: false, reason });
const saturday = addDays(today, 1);

/** The answers of a rule with the default options, and with another value of one of them. */
const effects: readonly (readonly [OptionKey, unknown, Look, shipped: unknown, changed: unknown])[] = [
  ['paymentOptions.allowVisa', false, accepts('4111111111111111'), 'right', 'cardError.numberUnsupported'],
  ['paymentOptions.allowAmex', false, accepts('378282246310005'), 'right', 'cardError.numberUnsupported'],
  ['paymentOptions.allowMaster', false, accepts('5555555555554444'), 'right', 'cardError.numberUnsupported'],
  ['paymentOptions.allowDiscover', false, accepts('6011111111111117'), 'right', 'cardError.numberUnsupported'],
  [
    'paymentOptions.requireFullCardAddress',
    true,
    (settings) => validateCard(rightCard, settings, today),
    {},
    {
      address1: 'cardError.address1Required',
      city: 'cardError.cityRequired',
      state: 'cardError.stateRequired',
    },
  ],
  [
    'paymentOptions.hideConfirmAccountNumber',
    true,
    (settings) => validateBankAccount({ ...rightBankAccount, confirmAccountNumber: '' }, settings),
    { confirmAccountNumber: 'achError.confirmRequired' },
    {},
  ],
  ['paymentOptions.blockCardHoldCodes', ['48'], payments('Card', held), yes, no('BlockedByHoldCode')],
  ['paymentOptions.blockAchHoldCodes', ['48'], payments('ACH', held), yes, no('BlockedByHoldCode')],
  ['paymentOptions.allowOnDueDate', false, offers('OnDueDate'), yes, no('NotOffered')],
  ['paymentOptions.allowDaysBeforeDue', false, offers('DaysBeforeDue'), yes, no('NotOffered')],
  ['paymentOptions.allowMonthlyOnDate', false, offers('MonthlyOnDate'), yes, no('NotOffered')],
  ['paymentOptions.allowSemiMonthly', false, offers('SemiMonthly'), yes, no('NotOffered')],
  ['paymentOptions.allowTwoWeeks', false, offers('TwoWeeks'), yes, no('NotOffered')],
  ['paymentOptions.allowWeekly', false, offers('Weekly'), yes, no('NotOffered')],
  ['paymentOptions.forceRecurringOnDueDate', true, offers('Weekly'), yes, no('ForcedOnDueDate')],
  ['paymentOptions.forceRecurringDaysBeforeDue', 3, offers('OnDueDate'), yes, no('ForcedDaysBeforeDue')],
  [
    'paymentOptions.allowWeekendRecurringDates',
    true,
    (settings) => recurringDay('Weekly', saturday, ordinaryTerms, settings).allowed,
    false,
    true,
  ],
  ['paymentOptions.allowScheduledCard', false, later('Card'), yes, no('TypeNotAllowed')],
  ['paymentOptions.blockScheduledWhenPastDue', true, later('ACH', late), yes, no('PastDue')],
  ['paymentOptions.allowScheduledWhenDelinquent', true, later('ACH', delinquent), no('Delinquent'), yes],
  ['paymentOptions.allowRecurringCard', false, recurs('Card'), yes, no('TypeNotAllowed')],
  ['paymentOptions.blockRecurringWhenPastDue', true, recurs('ACH', late), yes, no('PastDue')],
  ['paymentOptions.allowRecurringWhenDelinquent', true, recurs('ACH', delinquent), no('Delinquent'), yes],
  ['paymentOptions.hidePayoffToggle', true, payoff('ACH', 'payoffToday'), yes, no('Hidden')],
  ['paymentOptions.hidePayoffAmount', true, payoff('ACH', 'payoffToday'), yes, no('Hidden')],
  ['paymentOptions.allowFuturePayoffAch', true, payoff('ACH', 'payoffLater'), no('FutureNotAllowed'), yes],
  ['paymentOptions.allowFuturePayoffCard', true, payoff('Card', 'payoffLater'), no('FutureNotAllowed'), yes],
  [
    'paymentOptions.maxPayoffPercent',
    0.5,
    (settings) => limits({ timing: 'immediate' })(settings).maximumCents,
    ordinaryTerms.payoffCents,
    cents(422_558),
  ],
  [
    'paymentOptions.hideAmountSection',
    true,
    (settings) => isAmountStepSkipped('ACH', monthly, ordinaryTerms, settings),
    false,
    true,
  ],
  [
    'paymentOptions.allowAdditionalAmountOnRecurring',
    true,
    (settings) => limits(monthly)(settings).maximumCents,
    ordinaryTerms.regularPaymentCents,
    ordinaryTerms.payoffCents,
  ],
  [
    'paymentOptions.allowAdditionalPrincipalOnRecurringACH',
    true,
    (settings) => mayAddPrincipal('ACH', monthly, ordinaryTerms, settings),
    false,
    true,
  ],
  [
    'paymentOptions.allowCustomAmountOnDaysBeforeDue',
    true,
    (settings) => isAmountStepSkipped('ACH', onDueDate, ordinaryTerms, settings),
    true,
    false,
  ],
  ['paymentOptions.recurringLocPaysTotalDue', false, (settings) => paysTotalDue(line, settings, monthly), true, false],
  [
    'paymentOptions.forceTotalAmountDue',
    true,
    (settings) => limits({ timing: 'immediate' })(settings).minimumCents,
    cents(1),
    ordinaryTerms.totalDueCents,
  ],
  [
    'paymentOptions.forceTotalDueAsMinimumPaymentWhenDelinquent',
    true,
    (settings) => limits({ timing: 'immediate' }, delinquent)(settings).minimumCents,
    cents(1),
    delinquent.totalDueCents,
  ],
  ['paymentOptions.debitCardFee', 4.5, cardFee('DebitCard'), cents(0), cents(450)],
  ['paymentOptions.creditCardFee', 5, cardFee('CreditCard'), cents(0), cents(500)],
];

test.each(effects)('%s as %j changes what a customer may do', (key, value, look, before, after) => {
  expect(look(paymentSettingsFromOptions(shipped))).toEqual(before);
  expect(look(paymentSettingsFromOptions({ ...shipped, [key]: value }))).toEqual(after);
});

test('paymentOptions.disableThirdPartyFees takes the fees away', () => {
  const fees = { ...shipped, 'paymentOptions.thirdPartyCardFee': 1.75 };
  const off = { ...fees, 'paymentOptions.disableThirdPartyFees': true };
  expect(thirdPartyFee('Card', paymentSettingsFromOptions(fees))).toBe(175);
  expect(thirdPartyFee('Card', paymentSettingsFromOptions(off))).toBe(0);
});
