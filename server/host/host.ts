import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import type { HostAccounts, HostLoan, Reader } from './host-accounts.ts';
import type { HostContacts } from './host-contacts.ts';
import type { AccountEntry, HostStatements, StatementSets } from './host-statements.ts';
import type { HostServicing } from './host-servicing.ts';
import type {
  ClearingSettlement,
  LateCharge,
  PaymentPosting,
  PaymentProjection,
  PaymentReversal,
  PostedPayment,
  PostingRecord,
  ProjectedPayment,
  ReversedPayment,
} from './host-payments.ts';

/**
 * The host of the specification: the system of record for accounts, either our own books or another system.
 *
 * Never call it inside a portal transaction: commit the intent, ask the host, record the answer. All changes are
 * idempotent, so an interrupted one can be repeated.
 *
 * Callers pass the customer: another customer's account and an unknown one both return `undefined`.
 * @throws HostUnavailable if the host does not answer, HostRefused if it permanently refuses
 */
export interface Host extends HostAccounts, HostContacts, HostStatements {
  findCustomer(customerId: string): Promise<HostCustomer | undefined>;

  /**
   * Finds the single customer who matches every given fact, without revealing which fact was wrong. Needs at least a
   * full Social Security number, an email address, an account number, or birth date and zip code.
   */
  findCustomerByIdentity(facts: IdentityFacts): Promise<HostCustomer | undefined>;

  /** For staff: at most `limit` customers, best matches first. Names match in spite of one typing mistake per word. */
  searchCustomers(search: CustomerSearch): Promise<FoundCustomer[]>;

  /** @param ssn nine digits */
  ssnMatches(customerId: string, ssn: string): Promise<boolean>;

  changeEmailAddress(customerId: string, emailAddress: string): Promise<void>;

  /**
   * Lists the customer's accounts in a stable order, without those hidden from the web unless the reader asks for them.
   * Unpaged.
   */
  listAccounts(customerId: string, asOf: Day, reader?: Reader): Promise<ListedAccount[]>;

  /** The only proof of ownership (see also the policy of the server). */
  ownsAccount(customerId: string, accountNumber: string): Promise<boolean>;

  /** Returns a loan or line of credit with interest computed to `asOf`. */
  findLoan(customerId: string, accountNumber: string, asOf: Day): Promise<HostLoan | undefined>;

  /** Returns principal, interest to the day and fees; undefined for an account without a payoff. */
  quotePayoff(customerId: string, accountNumber: string, on: Day): Promise<PayoffQuote | undefined>;

  /** Sorted as requested, by default newest first; at most `limit`, starting after the entry `before`. */
  listHistory(customerId: string, accountNumber: string, page: HistoryPage): Promise<HistoryEntry[]>;

  /**
   * Like {@link findLoan}, for automatic payments and for staff: includes loans hidden from the web, and says why there
   * is nothing to draw.
   */
  findLoanToDraw(customerId: string, accountNumber: string, asOf: Day): Promise<LoanToDraw>;

  /**
   * Returns the effect of a payment posted on a day with nothing else before it; undefined if the account is not a
   * loan.
   */
  projectPayment(plan: ProjectedPayment): Promise<PaymentProjection | undefined>;

  /**
   * Posts a payment. The same `paymentId` again changes nothing and repeats the answer, so a crash between posting and
   * recording is harmless.
   * @throws HostRefused if the account is not a loan, or the id was posted as another payment
   */
  postPayment(posting: PaymentPosting): Promise<PostedPayment>;

  /**
   * Reverses a posted payment, for example after a returned draft, with a linked transfer. Idempotent. Returns
   * undefined if the payment was never posted.
   */
  reversePayment(reversal: PaymentReversal): Promise<ReversedPayment | undefined>;

  /** Moves settled money between clearing and cash, once per key. */
  settleClearing(settlement: ClearingSettlement): Promise<void>;

  /** Returns the books' records of payments, without those never posted. At most 1,000 at once. */
  listPostings(paymentIds: readonly string[]): Promise<PostingRecord[]>;

  listLateLoans(page: LateLoansPage): Promise<LateLoans>;

  /** Charges every late, uncharged installment of some loans as of a day. Idempotent. */
  assessLateCharges(assessment: LateChargeAssessment): Promise<void>;

  countLateCharges(on: Day): Promise<number>;

  /**
   * For staff: late charges and returned-payment fees of a loan that were not taken back, newest first; at most 50.
   * Includes loans hidden from the web.
   */
  listLateCharges(customerId: string, accountNumber: string): Promise<LateCharge[]>;

  /**
   * Takes a late charge or a returned-payment fee back with a linked transfer. Idempotent.
   * @throws HostRefused if a payment has paid it, or the loan has no such charge
   */
  reverseLateCharge(reversal: LateChargeReversal): Promise<void>;

  /** If it is missing, due payments are made one by one. */
  readonly sets?: HostSets;

  /** Missing for a core whose own staff does this. */
  readonly servicing?: HostServicing;
}

/** Calls of the nightly work, for many at once. Each may leave out what it wants asked one by one. */
export interface HostSets extends StatementSets {
  /** Like {@link Host.findLoanToDraw}, by account number; leaves out loans that don't exist. */
  findLoansToDraw(wanted: readonly WantedLoan[]): Promise<ReadonlyMap<string, LoanToDraw>>;

  findCustomers(customerIds: readonly string[]): Promise<readonly HostCustomer[]>;

  /**
   * Returns the account numbers of the loans whose oldest unpaid installment is due on a wanted day. May include loans
   * that owe nothing.
   */
  findLoansDue(wanted: readonly WantedDueDay[]): Promise<ReadonlySet<string>>;

  /** Posts payments of different loans, all or, on an error, none. Returns the answers by payment id. */
  postPayments(postings: readonly PaymentPosting[]): Promise<ReadonlyMap<string, PostedPayment>>;
}

export interface ListedAccount extends AccountSummary {
  /** Hidden from the web. Never true unless the reader asked for such accounts. */
  readonly hidden: boolean;
}

/** The same account may be wanted with several days. */
export interface WantedDueDay {
  readonly accountNumber: string;
  readonly dueOn: Day;
}

export interface WantedLoan {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly asOf: Day;
}

export interface HostCustomer {
  readonly customerId: string;
  readonly companyNumber: number;
  readonly personalName: string;
  readonly firstName: string;
  readonly emailAddress: string;
  /** Ten digits, or empty: the primary one of up to two. */
  readonly phone: string;
  /** A phone whose owner agreed to text messages, preferably the primary one; or empty. */
  readonly textPhone: string;
  readonly branch: string;
  /** The institution denies this customer access; new sign-ins are refused. */
  readonly restricted: boolean;
}

export type CustomerSearch = { readonly limit: number } & (
  | { readonly by: 'name'; readonly name: string }
  | { readonly by: 'emailAddress'; readonly emailAddress: string }
  /** Ten digits. */
  | { readonly by: 'phone'; readonly phone: string }
  /** With or without its check digit. */
  | { readonly by: 'accountNumber'; readonly accountNumber: string }
  /** The last four digits of the Social Security number. */
  | { readonly by: 'ssnEnding'; readonly ssnEnding: string }
  /** Leaves out customers that the host doesn't know. For lists such as the owners of logins. */
  | { readonly by: 'customerIds'; readonly customerIds: readonly string[] }
);

export interface FoundCustomer {
  readonly customerId: string;
  readonly name: string;
  readonly emailAddress: string;
  /** Ten digits, or empty. */
  readonly phone: string;
  readonly city: string;
  readonly state: string;
}

/** Facts a person states about themselves before signing in. Omitted facts are not compared. */
export interface IdentityFacts {
  /** As the customer writes it, with or without check digits. */
  readonly accountNumber?: string | undefined;
  readonly accountType?: 'Loan' | 'Deposit' | undefined;
  /** Nine digits, or only the last ones. */
  readonly ssn?: string | undefined;
  readonly emailAddress?: string | undefined;
  /** As typed: initials, missing accents and short forms match. */
  readonly firstName?: string | undefined;
  /** For a company, the company name. */
  readonly lastName?: string | undefined;
  readonly birthDate?: Day | undefined;
  /** Five digits. */
  readonly zip?: string | undefined;
  /** Ten digits. */
  readonly phone?: string | undefined;
  readonly branch?: string | undefined;
  /** As with all facts, a customer without this value in the host doesn't match. */
  readonly birthPlace?: string | undefined;
  readonly driversLicense?: string | undefined;
  readonly mothersMaiden?: string | undefined;
}

/**
 * A loan to draw money for. Only `paidOff` means that nothing is owed; a line of credit without a balance is `open`.
 */
export type LoanToDraw =
  | { readonly standing: 'open' | 'paidOff' | 'closed'; readonly loan: HostLoan; readonly hidden: boolean }
  /** The loan is unknown, or belongs to another customer now. */
  | { readonly standing: 'notFound' };

export interface PayoffQuote {
  readonly on: Day;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly lateChargesCents: Cents;
  readonly otherFeesCents: Cents;
  readonly totalCents: Cents;
  /** One more day's interest on today's principal. */
  readonly perDiemCents: Cents;
}

export interface HistoryPage {
  readonly since: Day | null;
  readonly limit: number;
  /** The last entry of the previous page, in the same order. */
  readonly before: string | null;
  readonly sorting?: HistorySorting | null;
}

/** Entries with equal values stay in order of posting. */
export interface HistorySorting {
  readonly column: 'date' | 'time' | 'description' | 'principal' | 'interest' | 'other' | 'total' | 'balance';
  readonly direction: 'ascending' | 'descending';
}

export interface HistoryEntry extends Omit<AccountEntry, 'postedAt'> {
  /** Null for an entry of a former system, which told only the day. */
  readonly postedAt: Temporal.Instant | null;
  /** A later entry reversed this payment; earlier statements still show it. */
  readonly returned: boolean;
  /** For a payment made through the portal. */
  readonly paymentId: string | null;
}

export interface LateLoansPage {
  readonly on: Day;
  /** The cursor of the previous page; null for the first. */
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
   * Automatic payments expected soon: an installment isn't late if the next one covers it, as with biweekly payments on
   * a monthly loan.
   */
  readonly expectedCents: Cents;
}

export interface LateChargeReversal {
  readonly accountNumber: string;
  readonly chargeId: string;
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
}
