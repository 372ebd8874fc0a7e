import type { Day } from '#common/core/dates.ts';
import type { BankAccountEntry, CardEntry, Frequency, PaymentType } from '#common/payments/rules/payment-types.ts';
import type { SubmissionProblem } from './review/submission-problem.ts';

/**
 * What the steps of the flow hold. It lives in the memory of the screen: a
 * method that is used once stands in it with its full number.
 */
export interface PaymentValues {
  /** The account number. */
  readonly account: string;
  readonly method: MethodValue;
  readonly frequency: FrequencyValue;
  readonly amount: AmountValue;
  readonly review: ReviewValue;
}

export interface MethodValue {
  readonly type: PaymentType | null;
  readonly choice: MethodChoice | null;
}

export type MethodChoice =
  | { readonly kind: 'saved'; readonly profileId: string }
  | { readonly kind: 'singleUseCard'; readonly card: CardEntry }
  | { readonly kind: 'singleUseAccount'; readonly account: BankAccountEntry; readonly bankName: string };

/** Each frequency asks for some of this only; what it does not ask for is empty. */
export interface FrequencyValue {
  readonly frequency: Frequency;
  /** Of a payment that is made once. */
  readonly when: 'now' | 'later';
  /** The later day, or the first one of a recurring payment. */
  readonly payOn: Day | null;
  readonly daysBeforeDue: number | null;
  /** Pay off the full amount. */
  readonly payoff: boolean;
}

export interface AmountValue {
  /** `installment`: the whole installment each time, although a share of it was proposed. */
  readonly kind: 'due' | 'installment' | 'other';
  /** Another amount as it was typed. */
  readonly entry: string;
  /** Additional principal as it was typed. */
  readonly additional: string;
}

/** How the last attempt to submit these entries ended; forgotten as soon as one of them changes. */
export interface ReviewValue {
  readonly problem: SubmissionProblem;
}
