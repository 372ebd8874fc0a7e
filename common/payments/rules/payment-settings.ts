import type { Cents } from '../../core/money.ts';
import type { Day } from '../../core/dates.ts';
import type { CardBrand, FirstPartyFees, Frequency, PaymentType } from './payment-types.ts';

/** An institution's payment settings (P 5, P 9), in the terms of the rules. */
export interface PaymentSettings {
  readonly cardBrands: readonly CardBrand[];
  readonly debitOnly: boolean;
  readonly cardProfilesAllowed: boolean;
  /** Personal customers only (P 6). */
  readonly achProfilesAllowed: boolean;
  readonly singleUseCardAllowed: boolean;
  readonly singleUseAchAllowed: boolean;
  readonly savingsAccountsAllowed: boolean;
  readonly confirmAccountNumberHidden: boolean;
  readonly fullCardAddressRequired: boolean;
  readonly weekendAchDatesAllowed: boolean;
  readonly immediateAchBlocked: boolean;
  readonly immediateAchBlockedAfterCutoff: boolean;
  readonly achBlockingHoldCodes: readonly string[];
  readonly cardBlockingHoldCodes: readonly string[];
  readonly frequenciesAllowed: Readonly<Record<Frequency, boolean>>;
  readonly recurringForcedOnDueDate: boolean;
  /** If set, the only number of days before the due date a customer may choose. */
  readonly recurringForcedDaysBeforeDue: number | null;
  /** A recurring payment may start on a weekend. */
  readonly weekendRecurringDatesAllowed: boolean;
  /** In addition to holidays; for scheduled and recurring payments. */
  readonly nonSchedulableDays: readonly Day[];
  readonly schedulingAllowed: Readonly<Record<PaymentType, boolean>>;
  readonly schedulingBlockedWhenPastDue: boolean;
  readonly schedulingAllowedWhenDelinquent: boolean;
  readonly maxScheduledPayments: number;
  readonly recurringAllowed: Readonly<Record<PaymentType, boolean>>;
  readonly recurringBlockedWhenPastDue: boolean;
  readonly recurringAllowedWhenDelinquent: boolean;
  /** Blocks other payments for this many days before a recurring one; null blocks none. */
  readonly blockedDaysBeforeRecurring: number | null;
  /** After the cut-off, a loan with a scheduled payment accepts no other payment that day. */
  readonly blockedAfterCutoffWithScheduled: boolean;
  readonly payoffHidden: boolean;
  readonly futurePayoffAllowed: Readonly<Record<PaymentType, boolean>>;
  /** Skips the amount step and pays what is due. */
  readonly amountHidden: boolean;
  readonly additionalAmountOnRecurringAllowed: boolean;
  readonly additionalPrincipalOnRecurringAchAllowed: boolean;
  /** A payment made today may go to principal only. */
  readonly principalOnlyAllowed: boolean;
  readonly customAmountOnDaysBeforeDueAllowed: boolean;
  readonly recurringLineOfCreditPaysTotalDue: boolean;
  readonly scheduledDeletionAllowed: boolean;
  readonly recurringDeletionAllowed: boolean;
  readonly scheduledEditAllowed: boolean;
  readonly recurringEditAllowed: boolean;
  readonly recurringSkipAllowed: boolean;
  /** A separate service manages scheduled payments and alone decides what may be deleted. */
  readonly scheduledPaymentManager: boolean;
  /** A recurring bank draft requires its own agreement (P 4). */
  readonly achDraftAgreement: boolean;
  /** One cent unless the institution sets more. */
  readonly minimumAchCents: Cents;
  readonly minimumCardCents: Cents;
  /** Null: no separate limit. */
  readonly maximumCardCents: Cents | null;
  readonly totalDueForced: boolean;
  readonly totalDueForcedWhenDelinquent: boolean;
  /** A factor of the payoff; 1 is all of it (C-053). */
  readonly maximumPayoffFactor: number | null;
  readonly firstPartyFees: FirstPartyFees;
  readonly thirdPartyFees: ThirdPartyFees;
  readonly thirdPartyCards: ThirdPartyCards | null;
}

/** The processor's fees; zero if the institution has turned third-party fees off. */
export interface ThirdPartyFees {
  readonly achCents: Cents;
  readonly cardCents: Cents;
}

/** Card payments for a range of branches are made at a third party (P 6, C-011). */
export interface ThirdPartyCards {
  /** If empty, the panel offers to continue instead. */
  readonly link: string;
  readonly firstBranch: number;
  readonly lastBranch: number;
}
