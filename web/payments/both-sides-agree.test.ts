import { hashKey } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentTermsFromWire, paymentTermsToWire } from '#common/payments/payments.wire.ts';
import { addDays, day, dayOfMonth, isWeekend } from '#common/core/dates.ts';
import { addCents, type Cents, cents, formatCents, ZERO } from '#common/core/money.ts';
import {
  ordinarySettings,
  ordinaryTerms,
  ordinaryTermsWithPlans,
  rightBankAccount,
  rightCard,
} from '#tests/builders/payment-samples.ts';
import { type AmountLimits, amountLimits } from '#common/payments/rules/amounts.ts';
import { paysTotalDue } from '#common/payments/rules/total-due.ts';
import { ordinaryCircumstances } from '#common/payments/rules/availability.ts';
import { paymentTotal, thirdPartyFee } from '#common/payments/rules/fees.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type {
  Frequency,
  PaymentTerms,
  PlannedPaymentsOfLoan,
  PaymentType,
  SavedBankAccount,
  SavedCard,
} from '#common/payments/rules/payment-types.ts';
import { isPrincipalOnly } from '#common/payments/rules/breakdown.ts';
import { principalOnlyLimits } from '#common/payments/rules/principal-only.ts';
import { recurringOptionOf, timingOf } from '#common/payments/rules/submission-route.ts';
import {
  feesOfSubmission,
  findIntentError,
  findSubmissionError,
  type PaymentIntent,
  type PaymentSubmission,
  type SubmissionPlan,
} from '#common/payments/rules/validate-submission.ts';
import { intendedMethod, type IntendedMethod } from '#common/payments/rules/submitted-method.ts';
import { planPayment, planTotals } from './payment-plan.ts';
import type { MethodChoice, PaymentValues } from './payment-values.ts';
import { findReadyPlan } from './review/ready-payment.ts';

const numRuns = 10_000;

/** Everything a customer could choose, including choices the screen doesn't offer. */
interface Choices {
  readonly type: PaymentType;
  readonly use: 'saved' | 'singleUse';
  readonly credit: boolean;
  readonly frequency: Frequency;
  readonly daysBeforeDue: number;
  readonly dayOffset: number;
  readonly isPayoff: boolean;
  readonly amount: 'least' | 'belowLeast' | 'most' | 'aboveMost' | 'due' | 'any';
  readonly anyAmountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  /** All of the amount goes to principal. */
  readonly principalOnly: boolean;
}

const amount = fc.integer({ min: 0, max: 100_000 }).map(cents);

const anyTerms: fc.Arbitrary<PaymentTerms & PlannedPaymentsOfLoan> = fc
  .record({
    accountKind: fc.constantFrom('loan' as const, 'lineOfCredit' as const),
    holdCode: fc.constantFrom('', '', '', '', '', '', 'NOX$', '48', 'CLOSED'),
    today: fc.integer({ min: 0, max: 60 }).map((days) => addDays(ordinaryTerms.today, days)),
    pastAchCutoff: fc.boolean(),
    balanceCents: amount,
    totalDueCents: fc.oneof(fc.integer({ min: 1, max: 30_000 }).map(cents), fc.constant(ZERO)),
    regularPaymentCents: fc.integer({ min: 1, max: 50_000 }).map(cents),
    payoffCents: fc.oneof(fc.integer({ min: 20_000, max: 100_000 }).map(cents), amount),
    billingFrequency: fc.constantFrom(
      'Monthly' as const,
      'SemiMonthly' as const,
      'TwoWeeks' as const,
      'Weekly' as const,
    ),
    periodDays: fc.constantFrom(7, 14, 15, 30),
    pastDue: fc.boolean(),
    delinquent: fc.boolean(),
    onlyImmediatePayments: fc.constantFrom(false, false, false, false, false, false, true),
    payoffHold: fc.constantFrom(null, null, null, 'LockedForPayoff' as const),
    recurringAllowed: fc.constantFrom(true, true, true, true, true, true, false),
    achBlocked: fc.constantFrom(false, false, false, false, false, false, true),
    cardBlocked: fc.constantFrom(false, false, false, false, false, false, true),
  })
  .map((change) => ({ ...ordinaryTermsWithPlans, ...change }));

const usually = fc.constantFrom(true, true, true, true, true, true, false);
const seldom = fc.constantFrom(false, false, false, false, false, false, true);

const anySettings: fc.Arbitrary<PaymentSettings> = fc
  .record({
    weekendAchDatesAllowed: fc.boolean(),
    weekendRecurringDatesAllowed: fc.boolean(),
    immediateAchBlocked: seldom,
    immediateAchBlockedAfterCutoff: seldom,
    schedulingBlockedWhenPastDue: fc.boolean(),
    schedulingAllowedWhenDelinquent: fc.boolean(),
    recurringBlockedWhenPastDue: fc.boolean(),
    recurringAllowedWhenDelinquent: fc.boolean(),
    recurringForcedOnDueDate: seldom,
    recurringForcedDaysBeforeDue: fc.constantFrom(null, null, null, 0, 2),
    schedulingAllowed: fc.record({ ACH: usually, Card: usually }),
    recurringAllowed: fc.record({ ACH: usually, Card: usually }),
    maxScheduledPayments: fc.constantFrom(0, 1, 1, 2),
    payoffHidden: seldom,
    futurePayoffAllowed: fc.record({ ACH: fc.boolean(), Card: fc.boolean() }),
    additionalAmountOnRecurringAllowed: fc.boolean(),
    principalOnlyAllowed: usually,
    additionalPrincipalOnRecurringAchAllowed: fc.boolean(),
    customAmountOnDaysBeforeDueAllowed: fc.boolean(),
    recurringLineOfCreditPaysTotalDue: fc.boolean(),
    minimumAchCents: fc.constantFrom(cents(1), cents(500)),
    minimumCardCents: fc.constantFrom(cents(1), cents(700)),
    maximumCardCents: fc.constantFrom(null, cents(20_000)),
    maximumPayoffFactor: fc.constantFrom(null, 1, 0.5, 1.1),
    totalDueForced: seldom,
    totalDueForcedWhenDelinquent: fc.boolean(),
  })
  .map((change) => ({ ...ordinarySettings, ...change }));

const anyChoices: fc.Arbitrary<Choices> = fc.record({
  type: fc.constantFrom('Card' as const, 'ACH' as const),
  use: fc.constantFrom('saved' as const, 'singleUse' as const),
  credit: fc.boolean(),
  frequency: fc.constantFrom<Frequency>(
    'OneTime',
    'OneTime',
    'OneTime',
    'OnDueDate',
    'DaysBeforeDue',
    'MonthlyOnDate',
    'SemiMonthly',
    'TwoWeeks',
    'Weekly',
  ),
  daysBeforeDue: fc.integer({ min: 1, max: 10 }),
  dayOffset: fc.constantFrom(0, 0, 1, 2, 3, 5, 8, 13, 30, 31, 32, -1),
  isPayoff: seldom,
  amount: fc.constantFrom('least', 'belowLeast', 'most', 'aboveMost', 'due', 'due', 'any'),
  anyAmountCents: fc.oneof(amount, fc.constant(ZERO)),
  additionalPrincipalCents: fc.constantFrom(ZERO, ZERO, ZERO, cents(1_000), cents(99_999)),
  principalOnly: seldom,
});

const savedCard: SavedCard = {
  type: 'Card',
  profileId: 'card-1',
  brand: 'visa',
  lastFour: '4242',
  debitCredit: 'DebitCard',
  expiration: '12/28',
};

const savedAccount: SavedBankAccount = {
  type: 'ACH',
  profileId: 'bank-1',
  accountType: 'Checking',
  lastFour: '6789',
  bankName: 'Harbor Community Bank',
};

/** Types the choices into the steps, and returns the payment that the screen would submit, if any. */
function submittedByScreen(
  choices: Choices,
  intent: PaymentIntent,
  terms: PaymentTerms,
  settings: PaymentSettings,
): PaymentSubmission | undefined {
  const debitCredit = choices.credit ? 'CreditCard' : 'DebitCard';
  const savedMethods = [{ ...savedCard, debitCredit } as const, savedAccount];
  const facts = { terms, savedMethods, settings, quote: terms.payoffCents };
  const plan = planPayment(toValues(choices, intent, terms), facts);
  // The server says why such an account cannot be paid, in place of its terms.
  if (!plan.available.account.allowed) return undefined;
  const ready = findReadyPlan(plan, planTotals(plan, terms, thirdPartyFee(choices.type, settings)));
  if (!ready) return undefined;
  const { frequency, totals } = ready;
  return {
    plan: frequency.recurrence
      ? { timing: 'recurring', ...frequency.recurrence }
      : { timing: frequency.timing === 'scheduled' ? 'scheduled' : 'immediate' },
    companyNumber: terms.companyNumber,
    payOn: ready.payOn,
    amountCents: totals.amountCents,
    additionalPrincipalCents: totals.additionalPrincipalCents,
    fees: totals.fees,
    isPayoff: frequency.payoff.chosen,
    method: ready.paying.submitted,
  };
}

function toValues(choices: Choices, intent: PaymentIntent, terms: PaymentTerms): Partial<PaymentValues> {
  const { type, use, frequency, daysBeforeDue, isPayoff } = choices;
  const now = frequency === 'OneTime' && intent.payOn === terms.today;
  return {
    method: { type, choice: use === 'saved' ? savedChoices[type] : singleUseChoice(choices) },
    frequency: {
      frequency,
      when: now ? 'now' : 'later',
      payOn: now ? null : intent.payOn,
      daysBeforeDue: frequency === 'DaysBeforeDue' ? daysBeforeDue : null,
      payoff: isPayoff,
    },
    amount: isPrincipalOnly(intent)
      ? { kind: 'principal', entry: formatCents(intent.additionalPrincipalCents), additional: '' }
      : {
          kind: 'other',
          entry: formatCents(intent.amountCents),
          additional: intent.additionalPrincipalCents === 0 ? '' : formatCents(intent.additionalPrincipalCents),
        },
  };
}

const savedChoices = {
  Card: { kind: 'saved', profileId: savedCard.profileId },
  ACH: { kind: 'saved', profileId: savedAccount.profileId },
} as const;

function singleUseChoice({ type, credit }: Choices): MethodChoice {
  if (type === 'ACH') return { kind: 'singleUseAccount', account: rightBankAccount, bankName: '' };
  return { kind: 'singleUseCard', card: { ...rightCard, debitCredit: credit ? 'CreditCard' : 'DebitCard' } };
}

/** Whether the screen would submit what the person wants, and not something close to it. */
function isSamePayment(submitted: PaymentSubmission, intent: PaymentIntent): boolean {
  const { plan } = intent;
  // A payment that follows the due date leaves no day to choose.
  const followsDueDate = plan.timing === 'recurring' && plan.option === 'DaysBeforeDue';
  const wanted = followsDueDate ? { ...intent, payOn: submitted.payOn } : intent;
  // Equal hashes are equal values, whatever the order of their properties.
  return hashKey([{ ...submitted, method: intendedMethod(submitted.method) }]) === hashKey([wanted]);
}

function toIntent(choices: Choices, terms: PaymentTerms, settings: PaymentSettings): PaymentIntent {
  const { type, use, frequency } = choices;
  const payOn = addDays(terms.today, choices.dayOffset);
  const timing = timingOf(frequency, payOn, terms.today);
  const plan: SubmissionPlan =
    frequency === 'OneTime' || timing !== 'recurring'
      ? { timing: timing === 'scheduled' ? 'scheduled' : 'immediate' }
      : {
          timing,
          option: recurringOptionOf(frequency),
          daysBeforeDue: frequency === 'DaysBeforeDue' ? choices.daysBeforeDue : 0,
        };
  const debitCredit = type === 'ACH' ? null : choices.credit ? 'CreditCard' : 'DebitCard';
  // Both cards are good until the end of 2028.
  const goodThrough = type === 'ACH' ? null : day('2028-12-31');
  const method: IntendedMethod = { type, use, debitCredit, goodThrough };
  const { companyNumber, payoffCents } = terms;
  const { isPayoff, principalOnly } = choices;
  const fees = feesOfSubmission(method, plan.timing, terms, settings);
  const rest = { plan, companyNumber, payOn, fees, isPayoff, method };
  if (isPayoff)
    return { ...rest, amountCents: payoffCents, additionalPrincipalCents: choices.additionalPrincipalCents };
  const limits = principalOnly ? principalOnlyLimits(terms, settings, type) : amountLimits(terms, settings, type, plan);
  const amountCents = amountOf(choices, limits, !principalOnly && paysTotalDue(terms, settings, plan));
  return principalOnly
    ? { ...rest, amountCents: ZERO, additionalPrincipalCents: amountCents }
    : { ...rest, amountCents, additionalPrincipalCents: choices.additionalPrincipalCents };
}

/** Mostly around the limits, where mistakes would be. */
function amountOf({ amount: wanted, anyAmountCents }: Choices, limits: AmountLimits, varies: boolean): Cents {
  if (wanted !== 'any' && varies) return ZERO;
  switch (wanted) {
    case 'least':
      return limits.minimumCents;
    case 'belowLeast':
      return cents(Math.max(0, limits.minimumCents - 1));
    case 'most':
      return limits.maximumCents;
    case 'aboveMost':
      return cents(limits.maximumCents + 1);
    case 'due':
      return limits.defaultCents;
    case 'any':
      return anyAmountCents;
  }
}

function expectWithinEveryLimit(intent: PaymentIntent, terms: PaymentTerms, settings: PaymentSettings): void {
  const { plan, payOn, amountCents, additionalPrincipalCents, fees, method } = intent;
  const followsDueDate = plan.timing === 'recurring' && plan.option === 'DaysBeforeDue';
  const weekends =
    plan.timing === 'recurring' ? settings.weekendRecurringDatesAllowed : settings.weekendAchDatesAllowed;
  const isLater = payOn > terms.today;
  expect(followsDueDate || payOn >= terms.today, 'never in the past').toBe(true);
  expect(isLater && !followsDueDate && terms.nonPaymentDays.includes(payOn), 'never on a holiday').toBe(false);
  expect(isLater && !followsDueDate && isWeekend(payOn) && !weekends, 'never on a closed weekend').toBe(false);
  const monthly = plan.timing === 'recurring' && plan.option === 'DayOfMonth';
  expect(monthly && dayOfMonth(payOn) > 30, 'never on the 31st of every month').toBe(false);
  const varies = paysTotalDue(terms, settings, plan);
  const max = settings.maximumCardCents;
  const parts = addCents(amountCents, fees.firstPartyCents, fees.thirdPartyCents, additionalPrincipalCents);
  expect(paymentTotal(amountCents, fees, additionalPrincipalCents), 'the total is the sum').toBe(parts);
  const ofPrincipal = isPrincipalOnly(intent);
  const installmentDue = terms.dueOn !== null && terms.dueOn <= terms.today;
  expect(ofPrincipal && plan.timing !== 'immediate', 'principal only is paid today').toBe(false);
  expect(ofPrincipal && installmentDue, 'never principal only while an installment is due').toBe(false);
  expect(ofPrincipal && additionalPrincipalCents > terms.balanceCents, 'never above the principal').toBe(false);
  const limits = amountLimits(terms, settings, method.type, plan);
  expect(
    ofPrincipal || intent.isPayoff || varies || amountCents >= limits.minimumCents,
    'never below the minimum',
  ).toBe(true);
  expect(intent.isPayoff || varies || amountCents <= limits.maximumCents, 'never above the maximum').toBe(true);
  const ofCard = ofPrincipal ? additionalPrincipalCents : amountCents;
  expect(method.type === 'Card' && max !== null && ofCard > max, 'never above the card maximum').toBe(false);
}

test(`the server accepts exactly what the screen offers, in ${numRuns} random cases`, { timeout: 600_000 }, () => {
  let accepted = 0;
  fc.assert(
    fc.property(anyTerms, anySettings, anyChoices, (terms, settings, choices) => {
      const context = { encryptedData: '', immediateAchBlockedAfterCutoff: false, savedMethods: [] };
      const inBrowser = paymentTermsFromWire(JSON.parse(JSON.stringify(paymentTermsToWire(terms, context))) as never);
      // On the wire, the earliest draft day shows whether the cut-off has passed.
      const onServer = { ...terms, earliestPaymentOn: inBrowser.earliestPaymentOn };
      const intent = toIntent(choices, inBrowser, settings);
      const error = findIntentError(intent, onServer, settings, ordinaryCircumstances);
      const submitted = submittedByScreen(choices, intent, inBrowser, settings);
      expect(error === undefined).toBe(submitted !== undefined && isSamePayment(submitted, intent));
      expect(submitted && findSubmissionError(submitted, onServer, settings, ordinaryCircumstances)).toBeUndefined();
      if (error !== undefined) return;
      accepted += 1;
      expectWithinEveryLimit(intent, onServer, settings);
    }),
    { numRuns },
  );
  // A run that accepts nothing, or everything, would prove nothing.
  expect(accepted).toBeGreaterThan(numRuns / 100);
  expect(accepted).toBeLessThan(numRuns / 2);
});
