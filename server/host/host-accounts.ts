import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { AccountTypeCode, PayableKind } from '#common/accounts/rules/account.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { RepaymentPlan } from '#common/accounts/rules/project-repayment.ts';

/** The part of the host that the account area shows and changes, beyond what a payment needs. */
export interface HostAccounts {
  findLoanDetails(customerId: string, accountNumber: string, asOf: Day): Promise<HostLoanDetails | undefined>;

  /** How a loan was repaid so far and how it goes on; nothing for what is not a loan. */
  findLoanStory(customerId: string, accountNumber: string, asOf: Day): Promise<LoanStory | undefined>;

  /** A deposit or an investment. */
  findDeposit(customerId: string, accountNumber: string): Promise<HostDeposit | undefined>;

  /** In no order, for work that goes over many loans, hidden ones included; loans that do not exist are left out. */
  listLoans(accountNumbers: readonly string[], asOf: Day): Promise<OwnedLoan[]>;

  changeMailingAddress(change: MailingAddressChange): Promise<void>;

  /** Hides an account from the web for good; only the institution can show it again. */
  hideFromWeb(accountNumber: string): Promise<void>;

  /** Bounded by what is sold with one loan. */
  listInsurances(accountNumber: string): Promise<Insurance[]>;

  /** Changed on or after a day, newest first; at most 100. */
  listApplications(customerId: string, since: Day): Promise<Application[]>;

  findApplication(customerId: string, applicationNumber: string): Promise<Application | undefined>;

  /** @returns the number under which the institution works on it. */
  addApplication(application: NewApplication): Promise<string>;

  /** An application the customer has not been told of; the same one is given out once. */
  takeApplicationNotice(customerId: string, at: Temporal.Instant): Promise<ApplicationNotice | undefined>;
}

export interface HostLoanDetails {
  readonly loan: HostLoan;
  readonly nameOnAccount: string;
  readonly openedOn: Day;
  readonly statementPreference: '' | 'Electronic' | 'Paper';
  readonly mailingAddress: MailingAddress;
  /** Of a line of credit what may still be drawn; zero for a loan. */
  readonly availableCreditCents: Cents;
  /** Posted in the calendar year of `asOf`, and in the one before; null when not all of it is known. */
  readonly interestThisYearCents: Cents | null;
  readonly interestLastYearCents: Cents | null;
  /** The newest payment that was not taken back. */
  readonly lastPayment: LastPayment | 'none' | 'unknown';
}

export interface OwnedLoan {
  readonly customerId: string;
  readonly loan: HostLoan;
  /** Hidden from the web by the customer or the institution. */
  readonly hidden: boolean;
}

export interface LastPayment {
  readonly paidOn: Day;
  readonly amountCents: Cents;
}

export interface LoanStory {
  /** Principal on the first day, and at the end of each month in which it changed; oldest first, at most 600. */
  readonly balances: readonly BalancePoint[];
  /** Where all payments so far went; null when it is not known of those before the books began. */
  readonly paid: { readonly principalCents: Cents; readonly interestCents: Cents; readonly feesCents: Cents } | null;
  readonly plan: RepaymentPlan;
}

export interface BalancePoint {
  readonly on: Day;
  readonly principalCents: Cents;
}

export interface HostDeposit {
  readonly accountNumber: string;
  readonly typeCode: AccountTypeCode;
  readonly description: string;
  readonly nameOnAccount: string;
  readonly openedOn: Day;
  readonly maturityOn: Day | null;
  readonly rate: RatePpm;
  readonly balanceCents: Cents;
  readonly availableCents: Cents;
  readonly heldCents: Cents;
}

export interface MailingAddressChange {
  readonly accountNumber: string;
  readonly address: MailingAddress;
  readonly at: Temporal.Instant;
}

export interface Insurance {
  readonly type: string;
  /** 1 the borrower alone, 2 jointly, 0 nobody in particular (M 3). */
  readonly covers: 0 | 1 | 2;
  readonly premiumCents: Cents;
}

export interface Application {
  readonly applicationNumber: string;
  readonly status: string;
  /** Null: it states no amount that can be read. */
  readonly amountRequestedCents: Cents | null;
  /** Null: nothing was approved, or not yet. */
  readonly amountApprovedCents: Cents | null;
  readonly lastModifiedAt: Temporal.Instant;
  readonly office: string;
  readonly fundsExpectedOn: Day | null;
}

export interface NewApplication {
  /** The same key again adds nothing and answers with the same number. */
  readonly key: string;
  readonly customerId: string;
  readonly amountRequestedCents: Cents | null;
  /** What the customer filled in, as it came. */
  readonly details: string;
  readonly at: Temporal.Instant;
}

export interface ApplicationNotice {
  readonly applicationNumber: string;
  /** Where the application goes on outside of the portal; empty for its own screen. */
  readonly url: string;
}

/**
 * A loan or line of credit as of a day, in the host's figures alone. What the payment flow
 * works with, on both sides, are the terms made of it (`PaymentTerms`).
 */
export interface HostLoan {
  readonly accountNumber: string;
  readonly kind: PayableKind;
  readonly description: string;
  readonly holdCode: string;
  readonly closed: boolean;
  readonly principalCents: Cents;
  /** Interest accrued to `asOf`, rounded as it would be posted on that day. */
  readonly interestDueCents: Cents;
  readonly lateChargesCents: Cents;
  readonly otherFeesCents: Cents;
  readonly payoffCents: Cents;
  /** Installments due and unpaid plus fees. */
  readonly totalDueCents: Cents;
  readonly installmentCents: Cents;
  readonly rate: RatePpm;
  readonly dueOn: Day | null;
  /** The next due days from `asOf` or from {@link dueOn} on, whichever is later; empty when nothing is owed. */
  readonly upcomingDueDays: readonly Day[];
  readonly billingFrequency: BillingFrequency;
  readonly periodDays: number;
  /** The agreed end; null for a line of credit, and for a loan that has none. */
  readonly maturityOn: Day | null;
  readonly pastDue: boolean;
  /** Past due by more than the institution's delinquency days. */
  readonly delinquent: boolean;
  readonly onlyImmediatePayments: boolean;
  /** The institution keeps the history from the web (M 6). */
  readonly historyBlocked: boolean;
  /** Told when the loan is opened (M 8). */
  readonly lockedForPayoff: boolean;
  readonly inDispute: boolean;
  readonly security: HostSecurity;
}

/** Restrictions by the host's own security settings, apart from hold codes (P 6). */
export interface HostSecurity {
  readonly onlinePayments: boolean;
  readonly achPayments: boolean;
  readonly cardPayments: boolean;
  readonly recurring: boolean;
}
