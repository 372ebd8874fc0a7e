import type { Day } from '#common/core/dates.ts';
import type {
  BankAccountEntry,
  CardEntry,
  Frequency,
  PaymentType,
  TokenizedCard,
} from '#common/payments/rules/payment-types.ts';
import type { SubmissionProblem } from './review/submission-problem.ts';

/** The flow's entries. Only in memory, because a one-time method has its full number. */
export interface PaymentValues {
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
  | { readonly kind: 'tokenizedCard'; readonly card: TokenizedCard }
  | { readonly kind: 'singleUseAccount'; readonly account: BankAccountEntry; readonly bankName: string };

/** Fields that the frequency doesn't use are empty. */
export interface FrequencyValue {
  readonly frequency: Frequency;
  /** For a one-time payment. */
  readonly when: 'now' | 'later';
  /** The day of a scheduled payment, or the first of a recurring one. */
  readonly payOn: Day | null;
  readonly daysBeforeDue: number | null;
  readonly payoff: boolean;
}

export interface AmountValue {
  /**
   * `installment`: the whole installment each time, although a share was proposed; `principal`: the entry goes to
   * principal only; `payoff`: all that is owed.
   */
  readonly kind: 'due' | 'installment' | 'other' | 'principal' | 'payoff';
  readonly entry: string;
  readonly additional: string;
}

/** The result of the last attempt to submit these entries; cleared when one changes. */
export interface ReviewValue {
  /** Null while another attempt is on its way. */
  readonly problem: SubmissionProblem | null;
}
