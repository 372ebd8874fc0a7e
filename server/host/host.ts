import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import type { Allocation } from '#common/payments/rules/payment-types.ts';
import type { HostAccounts, HostLoan } from './host-accounts.ts';
import type { HostContacts } from './host-contacts.ts';
import type { AccountEntry, HostStatements } from './host-statements.ts';

/**
 * The host of the specification: the system that keeps the accounts, in our own books or in another system.
 *
 * No method may be called inside a transaction of the portal: the portal commits what it intends, asks the host,
 * and records the answer. All changes are idempotent, so an interrupted one is simply made again.
 *
 * Callers name the customer: an account of another customer and one that does not exist are both `undefined`.
 * @throws HostUnavailable when the host does not answer, HostRefused when it will not do it at all.
 */
export interface Host extends HostAccounts, HostContacts, HostStatements {
  findCustomer(customerId: string): Promise<HostCustomer | undefined>;

  /**
   * The one customer of whom every given fact is true; which one was wrong
   * nobody learns. At least a whole social security number, an e-mail address, an
   * account number, or birth date and zip code must be given.
   */
  findCustomerByIdentity(facts: IdentityFacts): Promise<HostCustomer | undefined>;

  /** @param ssn nine digits */
  ssnMatches(customerId: string, ssn: string): Promise<boolean>;

  changeEmailAddress(customerId: string, emailAddress: string): Promise<void>;

  /** All accounts of the customer that are not hidden from the web, in a stable order; bounded by what one customer holds. */
  listAccounts(customerId: string, asOf: Day): Promise<AccountSummary[]>;

  /** The one proof of ownership (see also the policy of the server). */
  ownsAccount(customerId: string, accountNumber: string): Promise<boolean>;

  /** A loan or line of credit as of a day, with interest computed to that day. */
  findLoan(customerId: string, accountNumber: string, asOf: Day): Promise<HostLoan | undefined>;

  /** Principal, interest to the day and fees; nothing for an account without a balance to pay off. */
  quotePayoff(customerId: string, accountNumber: string, on: Day): Promise<PayoffQuote | undefined>;

  /** In the order asked for, newest first unless said otherwise; at most `limit`, from the entry after `before`. */
  listHistory(customerId: string, accountNumber: string, page: HistoryPage): Promise<HistoryEntry[]>;

  /**
   * Like {@link findLoan}, for payments that run by themselves: hiding a loan from the web
   * stops none of them, and the answer says why there is nothing to draw, if so.
   */
  findLoanToDraw(customerId: string, accountNumber: string, asOf: Day): Promise<LoanToDraw>;

  /** Returns what a payment would do if it were posted on a day and nothing else happened before; undefined for an account that is no loan. */
  projectPayment(plan: ProjectedPayment): Promise<PaymentProjection | undefined>;

  /**
   * Posts a payment. Posting the same `paymentId` again changes nothing and
   * says again what it did, so a crash between posting and recording is harmless.
   * @throws HostRefused when the account is no loan, or the id was posted as another payment.
   */
  postPayment(posting: PaymentPosting): Promise<PostedPayment>;

  /**
   * Takes a posted payment back, as when its draft was returned, by a transfer
   * that names it. Doing it again changes nothing. Nothing when the payment was never posted.
   */
  reversePayment(reversal: PaymentReversal): Promise<ReversedPayment | undefined>;

  /** Moves money that settled between clearing and cash; the same key again changes nothing. */
  settleClearing(settlement: ClearingSettlement): Promise<void>;

  /** What the books hold of some payments; those that were never posted are left out. At most a thousand at once. */
  listPostings(paymentIds: readonly string[]): Promise<PostingRecord[]>;

  /** Returns a page of the loans whose late installments may have to be charged for on a day. */
  listLateLoans(page: LateLoansPage): Promise<LateLoans>;

  /**
   * Charges every installment of some loans that is late on a day and was not charged for it.
   * Doing it again changes nothing.
   */
  assessLateCharges(assessment: LateChargeAssessment): Promise<void>;

  /** Returns how many late charges a day has, whichever run made them. */
  countLateCharges(on: Day): Promise<number>;
}

export interface HostCustomer {
  readonly customerId: string;
  /** 0 is a personal customer. */
  readonly companyNumber: number;
  readonly personalName: string;
  readonly firstName: string;
  readonly emailAddress: string;
  /** Ten digits, or empty: the primary one of up to two. */
  readonly phone: string;
  /** Where text messages go: a telephone whose owner agreed to them, the primary one rather; or empty. */
  readonly textPhone: string;
  readonly branch: string;
  /** The institution does not let this customer in; a sign-in that is made now stays closed. */
  readonly restricted: boolean;
}

/** What a person says of himself or herself before there is a session. A fact that is left out is not compared. */
export interface IdentityFacts {
  /** As the customer writes it, with or without check digits. */
  readonly accountNumber?: string | undefined;
  readonly accountType?: 'Loan' | 'Deposit' | undefined;
  /** Nine digits, or the last ones of them. */
  readonly ssn?: string | undefined;
  readonly emailAddress?: string | undefined;
  /** As people type it: an initial, a missing accent or a short form does not matter. */
  readonly firstName?: string | undefined;
  /** Of a company, its name. */
  readonly lastName?: string | undefined;
  readonly birthDate?: Day | undefined;
  /** Five digits. */
  readonly zip?: string | undefined;
  /** Ten digits. */
  readonly phone?: string | undefined;
  readonly branch?: string | undefined;
  /** The last three, as every fact: a customer of whom the host does not know it is not the one. */
  readonly birthPlace?: string | undefined;
  readonly driversLicense?: string | undefined;
  readonly mothersMaiden?: string | undefined;
}

/**
 * What the host says of a loan that money is to be drawn for. Only `paidOff` says that nothing
 * is owed; a line of credit without a balance is `open`.
 */
export type LoanToDraw =
  | { readonly standing: 'open' | 'paidOff' | 'closed'; readonly loan: HostLoan; readonly hidden: boolean }
  /** The host has no such loan, or it is another customer's now. */
  | { readonly standing: 'notFound' };

export interface PayoffQuote {
  readonly on: Day;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly lateChargesCents: Cents;
  readonly otherFeesCents: Cents;
  readonly totalCents: Cents;
  /** Interest of one more day at today's principal. */
  readonly perDiemCents: Cents;
}

export interface HistoryPage {
  readonly since: Day | null;
  readonly limit: number;
  /** The entry that ended the page before, in the same order. */
  readonly before: string | null;
  readonly sorting?: HistorySorting | null;
}

/** Entries with the same value keep the order in which they were posted. */
export interface HistorySorting {
  readonly column: 'date' | 'time' | 'description' | 'principal' | 'interest' | 'other' | 'total' | 'balance';
  readonly direction: 'ascending' | 'descending';
}

export interface HistoryEntry extends AccountEntry {
  /** A later entry took this payment back; what a statement said of it stands. */
  readonly returned: boolean;
  /** Of a payment that was made through the portal. */
  readonly paymentId: string | null;
}

export interface PaymentPosting {
  readonly paymentId: string;
  readonly accountNumber: string;
  /** The day the payment counts from; the books may be written later. */
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  readonly amountCents: Cents;
  /** Goes to principal alone, after the amount was applied. */
  readonly additionalPrincipalCents: Cents;
  /** Portal fees, booked as income of the institution, never on the loan. */
  readonly processingFeeCents: Cents;
  readonly method: 'Card' | 'ACH';
}

export interface ProjectedPayment extends Pick<
  PaymentPosting,
  'accountNumber' | 'effectiveOn' | 'amountCents' | 'additionalPrincipalCents'
> {
  /** The day the payoff after it is asked for; the day of the payment unless said otherwise. */
  readonly payoffOn?: Day;
}

export interface PaymentProjection {
  /** Principal includes the additional principal. */
  readonly allocation: Allocation;
  readonly principalAfterCents: Cents;
  /** What would still pay the loan off on that day, or on the later day asked for. */
  readonly payoffAfterCents: Cents;
  readonly nextDueOn: Day | null;
}

export interface PostedPayment {
  readonly transferId: string;
  readonly allocation: Allocation;
  readonly principalAfterCents: Cents;
  /** The due day that is next as of this answer, whatever was posted since; nothing when nothing is owed. */
  readonly nextDueOn: Day | null;
}

export interface PaymentReversal {
  readonly paymentId: string;
  /** The day it is taken back; interest counts as if the payment had never been made. */
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
}

export interface ReversedPayment {
  readonly transferId: string;
  readonly principalAfterCents: Cents;
}

/** Money of payments that has arrived, or that was taken back. */
export interface ClearingSettlement {
  readonly key: string;
  readonly description: string;
  readonly method: 'Card' | 'ACH';
  readonly direction: 'in' | 'out';
  readonly amountCents: Cents;
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
}

/** A payment as the books have it, to be compared with what was drawn for it. */
export interface PostingRecord {
  readonly paymentId: string;
  readonly method: 'Card' | 'ACH';
  /** Amount, additional principal and fees. */
  readonly totalCents: Cents;
  readonly reversed: boolean;
}

export interface LateLoansPage {
  readonly on: Day;
  /** The cursor of the page before; null for the first page. */
  readonly after: string | null;
  /** At most 1,000. */
  readonly limit: number;
}

export interface LateLoans {
  readonly accountNumbers: readonly string[];
  /** Null on the last page. */
  readonly next: string | null;
}

export interface LateChargeAssessment {
  readonly on: Day;
  readonly postedAt: Temporal.Instant;
  readonly loans: readonly LateLoan[];
}

export interface LateLoan {
  readonly accountNumber: string;
  /**
   * The automatic payments that are about to come: an installment is not late while
   * the next one makes up for it, as with a payment every two weeks on a monthly loan.
   */
  readonly expectedCents: Cents;
}
