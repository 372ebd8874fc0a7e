import type { Day } from '../../core/dates.ts';
import type { Cents } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';
import type { PayableKind } from '#common/accounts/rules/account.ts';
import type { NextLateCharge } from '#common/accounts/rules/late-charge.ts';

export type PaymentType = 'Card' | 'ACH';
export type CardBrand = 'visa' | 'amex' | 'master' | 'discover';
export type DebitCredit = 'DebitCard' | 'CreditCard';
export type BankAccountType = 'Checking' | 'Savings';
export type Frequency =
  | 'OneTime'
  | 'OnDueDate'
  | 'DaysBeforeDue'
  | 'MonthlyOnDate'
  | 'SemiMonthly'
  | 'TwoWeeks'
  | 'Weekly';
export const billingFrequencies = ['Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly'] as const;
export type BillingFrequency = (typeof billingFrequencies)[number];

/** The schedules of a recurring payment, as the host stores them (P 3). */
export const recurringOptions = ['Weekly', 'BiWeekly', 'SemiMonthly', 'DayOfMonth', 'DaysBeforeDue'] as const;
export type RecurringOption = (typeof recurringOptions)[number];

/** Determines fees and limits. */
export type PaymentTiming = 'immediate' | 'scheduled' | 'recurring';

/** A one-time payment on a later day (P 3). */
export interface ScheduledPayment {
  /** Sealed; names the payment in deletions and changes. */
  readonly handle: string;
  readonly referenceNumber: string;
  readonly type: PaymentType;
  readonly lastFour: string;
  /** The card's last valid day; null for a bank account or if unknown. */
  readonly goodThrough: Day | null;
  readonly payOn: Day;
  readonly amountCents: Cents;
  /** Including fees. */
  readonly totalCents: Cents;
  readonly feeCents: Cents;
  /** Its amount is the payoff of its day, so both stay when it is changed. */
  readonly isPayoff: boolean;
  readonly posted: boolean;
  /** A hold code of the loan keeps it from being made. */
  readonly paused: boolean;
  readonly deletable: boolean;
  readonly editable: boolean;
}

/** A payoff is already in progress, or the balance is disputed; the customer has to call (M 8). */
export type PayoffHold = 'LockedForPayoff' | 'InDispute';

/** A loan has at most one (P 3). */
export interface RecurringPayment {
  /** Sealed; names the payment in deletions and changes. */
  readonly handle: string;
  readonly referenceNumber: string;
  readonly type: PaymentType;
  readonly lastFour: string;
  /** The card's last valid day; null for a bank account or if unknown. */
  readonly goodThrough: Day | null;
  readonly option: RecurringOption;
  readonly daysBeforeDue: number;
  readonly nextOn: Day;
  /** Including fees and additional principal; zero while {@link paysTotalDue}. */
  readonly totalCents: Cents;
  /** Included in the total, or added to the total due. */
  readonly feeCents: Cents;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  /** Pays the line of credit's total due at the time of payment. */
  readonly paysTotalDue: boolean;
  /** A hold code of the loan keeps it from being made. */
  readonly paused: boolean;
  readonly deletable: boolean;
  readonly editable: boolean;
  readonly skippable: boolean;
}

export type AllocationPart = 'fees' | 'interest' | 'principal';

export interface Allocation {
  readonly feesCents: Cents;
  readonly interestCents: Cents;
  readonly principalCents: Cents;
}

/** By method and timing (P 5, Totals). */
export interface FirstPartyFees {
  readonly scheduledAchCents: Cents;
  readonly eCheckCents: Cents;
  readonly recurringAchCents: Cents;
  readonly debitCardCents: Cents;
  readonly creditCardCents: Cents;
}

/**
 * The facts the payment flow uses about a loan or line of credit, the same on both sides. The server builds them from
 * the host's loan (`HostLoan`), the institution's fees and calendar, and the current time.
 */
export interface PaymentTerms {
  readonly accountNumber: string;
  readonly accountKind: PayableKind;
  readonly companyNumber: number;
  readonly holdCode: string;
  /** In the institution's time zone; the two fields below account for the cut-off. */
  readonly today: Day;
  readonly earliestPaymentOn: Day;
  readonly pastAchCutoff: boolean;
  readonly dueOn: Day | null;
  /** Due days from today on; a recurring payment on the due date starts with one of them. */
  readonly upcomingDueDays: readonly Day[];
  readonly balanceCents: Cents;
  readonly totalDueCents: Cents;
  readonly regularPaymentCents: Cents;
  readonly payoffCents: Cents;
  readonly interestDueCents: Cents;
  readonly feesDueCents: Cents;
  readonly rate: RatePpm;
  readonly billingFrequency: BillingFrequency;
  readonly periodDays: number;
  readonly pastDue: boolean;
  readonly lateCharge: NextLateCharge | 'none' | 'unknown';
  readonly delinquent: boolean;
  readonly onlyImmediatePayments: boolean;
  /** Why the loan can't be quoted or paid off online. */
  readonly payoffHold: PayoffHold | null;
  readonly paymentsBlocked: boolean;
  /** Owed, but no longer payable online. */
  readonly chargedOff: boolean;
  readonly achBlocked: boolean;
  readonly cardBlocked: boolean;
  readonly recurringAllowed: boolean;
  readonly fees: FirstPartyFees;
  readonly nonPaymentDays: readonly Day[];
  readonly nonSchedulableDays: readonly Day[];
  readonly scheduledPayments: readonly Pick<ScheduledPayment, 'amountCents' | 'paused'>[];
  readonly recurringPayment: Pick<RecurringPayment, 'option' | 'nextOn' | 'paused'> | null;
  readonly defaultMethod: DefaultMethod | null;
}

/** The payments set up for a loan, as screens show and change them. */
export interface PlannedPaymentsOfLoan {
  readonly scheduledPayments: readonly ScheduledPayment[];
  readonly recurringPayment: RecurringPayment | null;
  readonly defaultMethod: DefaultMethod | null;
}

export interface DefaultMethod {
  readonly type: PaymentType;
  readonly profileId: string;
  readonly lastFour: string;
}

export interface SavedCard {
  readonly type: 'Card';
  readonly profileId: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  readonly debitCredit: DebitCredit;
  readonly expiration: string;
}

export interface SavedBankAccount {
  readonly type: 'ACH';
  readonly profileId: string;
  readonly accountType: BankAccountType;
  readonly lastFour: string;
  readonly bankName: string;
}

export type SavedMethod = SavedCard | SavedBankAccount;

/** A card of which only the processor's page saw number and code. */
export interface TokenizedCard {
  readonly token: string;
  readonly brand: CardBrand;
  readonly lastFour: string;
  readonly expiration: string;
  readonly debitCredit: DebitCredit;
}

/** The card form as typed, with non-digits already removed. */
export interface CardEntry {
  readonly firstName: string;
  readonly lastName: string;
  readonly cardNumber: string;
  readonly expiration: string;
  readonly securityCode: string;
  readonly debitCredit: DebitCredit;
  readonly zipCode: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
}

export interface BankAccountEntry {
  readonly ownerName: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly confirmAccountNumber: string;
  readonly accountType: BankAccountType;
}
