import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';

/** The part of the host for statements of loans and lines of credit. */
export interface HostStatements {
  /** Returns undefined for other kinds of account, another customer's account, and unknown ones. */
  findStatementAccount(customerId: string, accountNumber: string): Promise<StatementAccount | undefined>;

  /**
   * Returns a period's postings and the account before and after it. Postings never change, so a finished period always
   * gives the same figures.
   */
  readStatement(
    customerId: string,
    accountNumber: string,
    period: StatementPeriod,
  ): Promise<AccountStatement | undefined>;

  /** Returns interest paid in a calendar year, by posting month: the sum of the statements. */
  readInterestOfYear(customerId: string, accountNumber: string, year: number): Promise<InterestOfYear | undefined>;

  setStatementFormat(customerId: string, accountNumber: string, format: 'Electronic' | 'Paper'): Promise<void>;

  /** Lists open accounts with electronic statements, by number, starting after `after`. */
  listElectronicAccounts(after: string, limit: number): Promise<OwnedAccount[]>;
}

/** Calls of {@link HostStatements} for many accounts at once, by account number. Each leaves out what it doesn't find. */
export interface StatementSets {
  findStatementAccounts(wanted: readonly OwnedAccount[]): Promise<ReadonlyMap<string, StatementAccount>>;

  readStatements(wanted: readonly WantedStatement[]): Promise<ReadonlyMap<string, AccountStatement>>;
}

export interface WantedStatement extends OwnedAccount {
  readonly period: StatementPeriod;
}

export interface OwnedAccount {
  readonly customerId: string;
  readonly accountNumber: string;
}

export interface StatementAccount {
  readonly format: '' | 'Electronic' | 'Paper';
  readonly closed: boolean;
  /** The institution blocks the history on the web, and statements list the same transactions (M 6). */
  readonly historyBlocked: boolean;
  readonly openedOn: Day;
  /** Null until the first posting. */
  readonly firstPostedAt: Temporal.Instant | null;
  /** The conversion day of a loan from another system; null if its whole life is on the books. */
  readonly booksBeganOn: Day | null;
  /** Whether the interest of the conversion year is known from January 1. */
  readonly firstYearKnown: boolean;
  readonly lastPostedAt: Temporal.Instant | null;
}

export interface StatementPeriod {
  readonly from: Day;
  readonly through: Day;
  /**
   * Midnights in the institution's time zone: the start of the year of `from`, of the period, and of the day after it.
   */
  readonly yearStartsAt: Temporal.Instant;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/** An account's figures at the end of a day. */
export interface AccountStanding {
  readonly principalCents: Cents;
  /** Accrued and unpaid, rounded as it would be posted then. */
  readonly interestCents: Cents;
  readonly feesCents: Cents;
}

export interface AccountStatement {
  readonly accountNumber: string;
  readonly kind: 'loan' | 'lineOfCredit';
  readonly description: string;
  readonly nameOnAccount: string;
  readonly address: MailingAddress;
  readonly rate: RatePpm;
  readonly opening: AccountStanding;
  readonly closing: AccountStanding;
  readonly entries: readonly AccountEntry[];
  /** Earned in the period, paid or not. */
  readonly interestEarnedCents: Cents;
  /** Null when nothing is owed, and for a charged-off loan. */
  readonly due: AmountsDue | null;
  /** Charged off by the end of the period, and still owed. */
  readonly chargedOffOn?: Day;
  /** Null if the books don't cover the whole year. */
  readonly yearToDate: { readonly interestPaidCents: Cents | null; readonly feesChargedCents: Cents | null };
}

/** Payable by the first due day after the period. */
export interface AmountsDue {
  readonly dueOn: Day;
  /** Installments that were due in the period or earlier. */
  readonly pastDueCents: Cents;
  readonly installmentCents: Cents;
  readonly feesCents: Cents;
  readonly totalCents: Cents;
}

export interface InterestOfYear {
  readonly accountNumber: string;
  readonly description: string;
  readonly nameOnAccount: string;
  readonly address: MailingAddress;
  readonly rate: RatePpm;
  /** Interest paid in the year before the conversion, and the day of it; null if the books began earlier. */
  readonly beforeBooks: { readonly until: Day; readonly interestCents: Cents } | null;
  /** Leaves out months without an interest payment; a reversal can make a month negative. */
  readonly months: readonly { readonly month: number; readonly interestCents: Cents }[];
  readonly totalCents: Cents;
  readonly principalCents: Cents;
}

/** A posting to an account, with the customer's signs. */
export interface AccountEntry {
  readonly entryId: string;
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  readonly description: string;
  readonly principalCents: Cents;
  readonly interestCents: Cents;
  readonly otherCents: Cents;
  readonly totalCents: Cents;
  readonly runningPrincipalCents: Cents;
}
