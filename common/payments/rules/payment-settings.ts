import type { Cents } from '../../core/money.ts';
import type { Day } from '../../core/dates.ts';
import type { CardBrand, FirstPartyFees, Frequency, PaymentType } from './payment-types.ts';

/** What an institution has decided about payments (P 5, P 9), in the words of the rules. */
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
  /** Saturdays and Sundays are payment days for bank drafts. */
  readonly weekendAchDatesAllowed: boolean;
  readonly immediateAchBlocked: boolean;
  readonly immediateAchBlockedAfterCutoff: boolean;
  readonly achBlockingHoldCodes: readonly string[];
  readonly cardBlockingHoldCodes: readonly string[];
  readonly frequenciesAllowed: Readonly<Record<Frequency, boolean>>;
  readonly recurringForcedOnDueDate: boolean;
  /** The only number of days before the due date that may be chosen; any when null. */
  readonly recurringForcedDaysBeforeDue: number | null;
  /** Saturdays and Sundays may be the first day of a recurring payment. */
  readonly weekendRecurringDatesAllowed: boolean;
  /** Besides holidays; for scheduled and recurring payments. */
  readonly nonSchedulableDays: readonly Day[];
  readonly schedulingAllowed: Readonly<Record<PaymentType, boolean>>;
  readonly schedulingBlockedWhenPastDue: boolean;
  readonly schedulingAllowedWhenDelinquent: boolean;
  /** The quota is met when a loan has this many. */
  readonly mostScheduledPayments: number;
  readonly recurringAllowed: Readonly<Record<PaymentType, boolean>>;
  readonly recurringBlockedWhenPastDue: boolean;
  readonly recurringAllowedWhenDelinquent: boolean;
  /** No other payment within this many days before a recurring one; null blocks none. */
  readonly blockedDaysBeforeRecurring: number | null;
  /** After the cut-off, a loan with a scheduled payment takes no other payment that day. */
  readonly blockedAfterCutoffWithScheduled: boolean;
  readonly payoffHidden: boolean;
  readonly futurePayoffAllowed: Readonly<Record<PaymentType, boolean>>;
  /** The amount step is not shown: what is due is paid. */
  readonly amountHidden: boolean;
  readonly additionalAmountOnRecurringAllowed: boolean;
  readonly additionalPrincipalOnRecurringAchAllowed: boolean;
  readonly customAmountOnDaysBeforeDueAllowed: boolean;
  readonly recurringLineOfCreditPaysTotalDue: boolean;
  readonly scheduledDeletionAllowed: boolean;
  readonly recurringDeletionAllowed: boolean;
  readonly scheduledEditAllowed: boolean;
  readonly recurringEditAllowed: boolean;
  readonly recurringSkipAllowed: boolean;
  /** Scheduled payments are kept by a service of their own, which alone says what may be deleted. */
  readonly scheduledPaymentManager: boolean;
  /** A recurring bank draft needs an agreement of its own (P 4). */
  readonly achDraftAgreement: boolean;
  /** One cent unless the institution requires more. */
  readonly minimumAchCents: Cents;
  readonly minimumCardCents: Cents;
  /** No limit of its own when null. */
  readonly maximumCardCents: Cents | null;
  readonly totalDueForced: boolean;
  readonly totalDueForcedWhenDelinquent: boolean;
  /** A factor on the payoff amount: 1 is all of it (C-053). */
  readonly maximumPayoffFactor: number | null;
  readonly firstPartyFees: FirstPartyFees;
  readonly thirdPartyFees: ThirdPartyFees;
  readonly thirdPartyCards: ThirdPartyCards | null;
}

/** What the processor adds to a payment; zero when the institution has switched third-party fees off. */
export interface ThirdPartyFees {
  readonly achCents: Cents;
  readonly cardCents: Cents;
}

/** Cards of accounts in a range of branches are paid at a third party (P 6, C-011). */
export interface ThirdPartyCards {
  /** Empty: the panel offers to continue instead of a link. */
  readonly link: string;
  readonly firstBranch: number;
  readonly lastBranch: number;
}
