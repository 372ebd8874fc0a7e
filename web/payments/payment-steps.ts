import { type AnyStep, defineStep } from '#web/kit/use-steps.ts';
import { AccountDone } from './account/AccountDone.tsx';
import { AccountStep } from './account/AccountStep.tsx';
import { amountsOf } from './amount-plan.ts';
import { AmountDone, AmountStep } from './amount/AmountStep.tsx';
import { FrequencyDone } from './frequency/FrequencyDone.tsx';
import { FrequencyStep } from './frequency/FrequencyStep.tsx';
import { MethodDone, MethodStep } from './method/MethodStep.tsx';
import type { PaymentFacts } from './payment-facts.ts';
import type { PaymentValues } from './payment-values.ts';
import { ReviewStep } from './review/ReviewStep.tsx';

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

function always(): boolean {
  return true;
}
