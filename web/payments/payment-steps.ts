import { lazily } from '#web/kit/lazily.tsx';
import { type AnyStep, defineStep } from '#web/kit/use-steps.ts';
import { AccountDone } from './account/AccountDone.tsx';
import { amountsOf } from './amount-plan.ts';
import { FrequencyDone } from './frequency/FrequencyDone.tsx';
import { AmountDone, MethodDone } from './ChosenLines.tsx';
import type { PaymentFacts } from './payment-facts.ts';
import type { PaymentValues } from './payment-values.ts';
import { ReviewStep } from './review/ReviewStep.tsx';

// The screen opens at the review, so the questions before it load when one of them is opened.
const AccountStep = lazily(async () => (await import('./account/AccountStep.tsx')).AccountStep);
const MethodStep = lazily(async () => (await import('./method/MethodStep.tsx')).MethodStep);
const FrequencyStep = lazily(async () => (await import('./frequency/FrequencyStep.tsx')).FrequencyStep);
const AmountStep = lazily(async () => (await import('./amount/AmountStep.tsx')).AmountStep);

/** The steps of a payment, in order (P 1). A step made unnecessary by the institution or a choice is left out. */
export const paymentSteps: readonly AnyStep<PaymentValues, PaymentFacts>[] = [
  defineStep({
    id: 'account',
    title: 'payAccount.heading',
    applies: always,
    complete: (_, { loan }) => loan.state === 'ready',
    component: AccountStep,
    summary: AccountDone,
  }),
  defineStep({
    id: 'method',
    title: 'payMethod.heading',
    applies: always,
    complete: (_, { plan }) => plan?.method.paying != null,
    component: MethodStep,
    summary: MethodDone,
  }),
  defineStep({
    id: 'frequency',
    title: 'frequency.heading',
    applies: always,
    // Incomplete without the processor's fee (P 4).
    complete: (_, { plan, thirdPartyFee }) => plan?.frequency?.isValid === true && thirdPartyFee.state === 'ready',
    component: FrequencyStep,
    summary: FrequencyDone,
  }),
  defineStep({
    id: 'amount',
    title: 'amount.heading',
    applies: (_, { plan }) => plan?.amount?.skipped !== true,
    complete: (_, { plan }) => plan?.amount != null && amountsOf(plan.amount) !== null,
    component: AmountStep,
    summary: AmountDone,
  }),
  defineStep({
    id: 'review',
    title: 'total.heading',
    applies: always,
    // The last step never completes; submitting leaves the screen.
    complete: () => false,
    component: ReviewStep,
  }),
];

/** Steps that are passed at the start when their defaults are valid, so that what is due can be submitted at once. */
export const stepsWithDefaults: readonly string[] = ['account', 'method', 'frequency', 'amount'];

function always(): boolean {
  return true;
}
