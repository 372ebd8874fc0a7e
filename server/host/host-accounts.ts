import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { AccountTypeCode, PayableKind } from '#common/accounts/rules/account.ts';
import type { ChargeOff } from '#common/accounts/rules/charge-off.ts';
import type { LienRelease } from '#common/accounts/rules/lien-release.ts';
import type { NextLateCharge } from '#common/accounts/rules/late-charge.ts';
import type { BillingFrequency } from '#common/payments/rules/payment-types.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { RepaymentPlan } from '#common/accounts/rules/project-repayment.ts';

export interface HostAccounts {
  findLoanDetails(
    customerId: string,
    accountNumber: string,
    asOf: Day,
    reader?: Reader,
  ): Promise<HostLoanDetails | undefined>;

  /** Returns the repayment history and outlook; undefined if the account is not a loan. */
  findLoanStory(customerId: string, accountNumber: string, asOf: Day): Promise<LoanStory | undefined>;

  findDeposit(customerId: string, accountNumber: string): Promise<HostDeposit | undefined>;

  /** For batch work. Unordered; includes hidden loans and skips unknown ones. */
  listLoans(accountNumbers: readonly string[], asOf: Day): Promise<OwnedLoan[]>;

  changeMailingAddress(change: MailingAddressChange): Promise<void>;

  /** Hides an account from the web; only the institution can show it again, with {@link showOnWeb}. */
  hideFromWeb(accountNumber: string): Promise<void>;

  showOnWeb(accountNumber: string): Promise<void>;

  /** Unpaged: a loan has only a few insurance products. */
  listInsurances(accountNumber: string): Promise<Insurance[]>;

  /** Lists applications changed on or after a day, newest first; at most 100. */
  listApplications(customerId: string, since: Day): Promise<Application[]>;

  findApplication(customerId: string, applicationNumber: string): Promise<Application | undefined>;

  /** Returns the institution's application number. */
  addApplication(application: NewApplication): Promise<string>;

  /** Returns an application the customer hasn't been told about, each one once. */
  takeApplicationNotice(customerId: string, at: Temporal.Instant): Promise<ApplicationNotice | undefined>;
}

/** Who reads. Without one, a read shows what the customer may see. */
export interface Reader {
  /** For staff and servicing: accounts hidden from the web are included. */
  readonly seesHidden: true;
}

/** The reader for staff and for what is done to a loan whatever its customer sees. */
export const forStaff: Reader = { seesHidden: true };

export interface HostLoanDetails {
  readonly loan: HostLoan;
  readonly nameOnAccount: string;
  readonly openedOn: Day;
  readonly statementPreference: '' | 'Electronic' | 'Paper';
  readonly mailingAddress: MailingAddress;
  /** Zero for a loan. */
  readonly availableCreditCents: Cents;
  /** Posted in the calendar year of `asOf`, and in the year before; null if not fully known. */
  readonly interestThisYearCents: Cents | null;
  readonly interestLastYearCents: Cents | null;
  /** The newest payment that was not reversed. */
  readonly lastPayment: LastPayment | 'none' | 'unknown';
  /** The release of what secured the loan; null if none is recorded. */
  readonly lien: LienRelease | null;
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
  /** Principal on the first day and at the end of each month with a change; oldest first, at most 600. */
  readonly balances: readonly BalancePoint[];
  /** The split of all payments so far; null if unknown for the time before the conversion. */
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
  /** 1 the borrower alone, 2 jointly, 0 unspecified (M 3). */
  readonly covers: 0 | 1 | 2;
  readonly premiumCents: Cents;
}

export interface Application {
  readonly applicationNumber: string;
  readonly status: string;
  /** Null if the application states no readable amount. */
  readonly amountRequestedCents: Cents | null;
  /** Null if nothing is approved yet. */
  readonly amountApprovedCents: Cents | null;
  readonly lastModifiedAt: Temporal.Instant;
  readonly office: string;
  readonly fundsExpectedOn: Day | null;
}

export interface NewApplication {
  readonly key: string;
  readonly customerId: string;
  readonly amountRequestedCents: Cents | null;
  /** The customer's input, unchanged. */
  readonly details: string;
  readonly at: Temporal.Instant;
}

export interface ApplicationNotice {
  readonly applicationNumber: string;
  /** Where the application continues outside the portal; empty for the portal's own screen. */
  readonly url: string;
}

/**
 * A loan or line of credit as of a day, in the host's own figures. The payment flow uses `PaymentTerms`, which are
 * derived from it.
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
  /** The next due days from `asOf` or {@link dueOn}, whichever is later; empty when nothing is owed. */
  readonly upcomingDueDays: readonly Day[];
  readonly billingFrequency: BillingFrequency;
  readonly periodDays: number;
  /** Null for a line of credit or a loan without a term. */
  readonly maturityOn: Day | null;
  readonly pastDue: boolean;
  /** Ignores later payments that are already scheduled. */
  readonly lateCharge: NextLateCharge | 'none' | 'unknown';
  /**
   * Whether a fee for a returned payment may be charged now: not while late charges are suspended. Missing for a core that
   * decides on such fees itself.
   */
  readonly takesReturnFee?: boolean;
  /** Past due by more than the institution's delinquency days. */
  readonly delinquent: boolean;
  readonly onlyImmediatePayments: boolean;
  /** The institution blocks the history on the web (M 6). */
  readonly historyBlocked: boolean;
  /** The customer is told when opening the loan (M 8). */
  readonly lockedForPayoff: boolean;
  readonly inDispute: boolean;
  /** Null unless charged off. From its day on nothing is due or payable online, and no interest or late charge is added. */
  readonly chargedOff: ChargeOff | null;
  readonly security: HostSecurity;
}

/** Restrictions from the host's security settings, separate from hold codes (P 6). */
export interface HostSecurity {
  readonly onlinePayments: boolean;
  readonly achPayments: boolean;
  readonly cardPayments: boolean;
  readonly recurring: boolean;
}
