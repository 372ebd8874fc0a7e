import type { Day } from '../../core/dates.ts';
import type { Cents } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';
import type { PayableKind } from '#common/accounts/rules/account.ts';

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
export type BillingFrequency = 'Monthly' | 'SemiMonthly' | 'TwoWeeks' | 'Weekly';

/** How a recurring payment repeats, as the host keeps it (P 3). */
export type RecurringOption = 'Weekly' | 'BiWeekly' | 'SemiMonthly' | 'DayOfMonth' | 'DaysBeforeDue';

/** When a payment is drawn, as far as fees and limits go. */
export type PaymentTiming = 'immediate' | 'scheduled' | 'recurring';

/** A payment that will be made once, on a day to come (P 3). */
export interface ScheduledPayment {
  /** Sealed; deletions and changes name the payment by it. */
  readonly handle: string;
  readonly referenceNumber: string;
  readonly type: PaymentType;
  readonly lastFour: string;
  /** The last day of its card; null for a bank account, and where it is not known. */
  readonly goodThrough: Day | null;
  readonly payOn: Day;
  readonly amountCents: Cents;
  /** With its fees. */
  readonly totalCents: Cents;
  readonly feeCents: Cents;
  readonly posted: boolean;
  readonly deletable: boolean;
  readonly editable: boolean;
}

/** The institution already works on the payoff, or the balance is contested: only a call settles either (M 8). */
export type PayoffHold = 'LockedForPayoff' | 'InDispute';

/** The one recurring payment of a loan (P 3). */
export interface RecurringPayment {
  /** Sealed; deletions and changes name the payment by it. */
  readonly handle: string;
  readonly referenceNumber: string;
  readonly type: PaymentType;
  readonly lastFour: string;
  /** The last day of its card; null for a bank account, and where it is not known. */
  readonly goodThrough: Day | null;
  readonly option: RecurringOption;
  readonly daysBeforeDue: number;
  /** The day of the next payment. */
  readonly nextOn: Day;
  /** With fees and additional principal; zero while {@link paysTotalDue}. */
  readonly totalCents: Cents;
  /** Within the total, or drawn on top of the total due. */
  readonly feeCents: Cents;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  /** The amount is the total due of the line of credit at the time of payment. */
  readonly paysTotalDue: boolean;
  readonly deletable: boolean;
  readonly editable: boolean;
  readonly skippable: boolean;
}

/** What a payment is applied to; the order is an institution setting, this is the default one. */
export type AllocationPart = 'fees' | 'interest' | 'principal';

export interface Allocation {
  readonly feesCents: Cents;
  readonly interestCents: Cents;
  readonly principalCents: Cents;
}

/** Fees of the institution by method and timing (P 5, Totals). */
export interface FirstPartyFees {
  readonly scheduledAchCents: Cents;
  readonly eCheckCents: Cents;
  readonly recurringAchCents: Cents;
  readonly debitCardCents: Cents;
  readonly creditCardCents: Cents;
}

/**
 * All the payment flow needs to know of a loan or line of credit; the same object on both sides.
 * The server makes it of the host's loan (`HostLoan`), the institution's fees and calendar, and the moment.
 */
export interface PaymentTerms {
  readonly accountNumber: string;
  readonly accountKind: PayableKind;
  readonly companyNumber: number;
  readonly holdCode: string;
  /** The institution's business calendar today, with the cut-off taken into account by the two fields below. */
  readonly today: Day;
  readonly earliestPaymentOn: Day;
  readonly pastAchCutoff: boolean;
  readonly dueOn: Day | null;
  /** Due days from today on, as billed; a recurring payment that follows the due date begins with one of them. */
  readonly upcomingDueDays: readonly Day[];
  readonly balanceCents: Cents;
  readonly totalDueCents: Cents;
  readonly regularPaymentCents: Cents;
  /** Principal, interest to today and all fees. */
  readonly payoffCents: Cents;
  readonly interestDueCents: Cents;
  readonly feesDueCents: Cents;
  readonly rate: RatePpm;
  readonly billingFrequency: BillingFrequency;
  readonly periodDays: number;
  readonly pastDue: boolean;
  readonly delinquent: boolean;
  readonly onlyImmediatePayments: boolean;
  /** Why the loan gives no payoff quote and takes no payoff online. */
  readonly payoffHold: PayoffHold | null;
  readonly paymentsBlocked: boolean;
  readonly achBlocked: boolean;
  readonly cardBlocked: boolean;
  readonly recurringAllowed: boolean;
  readonly fees: FirstPartyFees;
  readonly nonPaymentDays: readonly Day[];
  readonly nonSchedulableDays: readonly Day[];
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
  /** `MM/YY` */
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

/** What the card form holds, as typed (digits already stripped by the form). */
export interface CardEntry {
  readonly firstName: string;
  readonly lastName: string;
  readonly cardNumber: string;
  /** `MM/YY` */
  readonly expiration: string;
  readonly securityCode: string;
  readonly debitCredit: DebitCredit;
  readonly zipCode: string;
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
}

/** What the bank account form holds, as typed. */
export interface BankAccountEntry {
  readonly ownerName: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly confirmAccountNumber: string;
  readonly accountType: BankAccountType;
}
