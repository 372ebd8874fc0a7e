import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { AccountTypeCode, PayableKind, typeCodes } from '#common/accounts/rules/account.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';
import type { LoansTable } from '#server/host/books/books-tables.ts';

/** The story of a fictional account, which the engine turns into books. */
export type AccountPlan = LoanPlan | LinePlan | DepositPlan;

interface CommonPlan {
  readonly number: string;
  readonly customerId: string;
  readonly description: string;
  readonly nameOnAccount: string;
  readonly openedOn: Day;
  readonly rate: RatePpm;
  readonly statementPreference: 'Electronic' | 'Paper';
  readonly holdCode?: string;
}

export type LoanFlags = Partial<
  Pick<
    LoansTable,
    | 'locked_for_payoff'
    | 'in_dispute'
    | 'only_immediate_payments'
    | 'online_blocked'
    | 'ach_blocked'
    | 'card_blocked'
    | 'recurring_blocked'
    | 'history_blocked'
  >
>;

interface RepaidPlan extends CommonPlan {
  readonly firstDueOn: Day;
  /** 1 to 31; the day of `firstDueOn`, unless that month is shorter. */
  readonly dueDay: number;
  readonly billingFrequency: BillingFrequency;
  /** Returns the customer's payment for an installment; undefined if it is missed. */
  pay(installment: { readonly dueOn: Day; readonly index: number }): PlannedPayment | undefined;
  /** Converted on a due day, with that day's balance; the installment of the day was already paid. */
  readonly takenOver?: { readonly on: Day; readonly principalCents: Cents };
  readonly otherFees?: readonly { readonly on: Day; readonly amountCents: Cents; readonly description: string }[];
  readonly flags?: LoanFlags;
}

export interface LoanPlan extends RepaidPlan {
  readonly kind: 'loan';
  readonly amountCents: Cents;
  readonly periods: number;
}

export interface LinePlan extends RepaidPlan {
  readonly kind: 'lineOfCredit';
  readonly limitCents: Cents;
  readonly minimumPaymentCents: Cents;
  readonly draws: readonly { readonly on: Day; readonly amountCents: Cents }[];
}

export interface DepositPlan extends CommonPlan {
  readonly kind: 'deposit';
  readonly typeCode: Exclude<AccountTypeCode, (typeof typeCodes)[PayableKind]>;
  readonly maturityOn?: Day;
  readonly heldCents?: Cents;
  /** Deposits are positive, withdrawals negative. */
  readonly movements: readonly { readonly on: Day; readonly amountCents: Cents; readonly description: string }[];
}

export interface PlannedPayment {
  readonly on: Day;
  readonly by: 'Card' | 'ACH' | 'Branch';
  readonly amount: 'installment' | 'amountDue' | 'payoff' | Cents;
  readonly additionalPrincipalCents?: Cents;
}
