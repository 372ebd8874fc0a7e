import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';

/** What the host tells for statements of loans and lines of credit; part of the host (see `host.ts`). */
export interface HostStatements {
  /** Nothing for an account of another kind, of somebody else, or that does not exist. */
  findStatementAccount(customerId: string, accountNumber: string): Promise<StatementAccount | undefined>;

  /**
   * What was posted in a period, and the account as it stood before and after
   * it. Postings are never changed, so the figures of a period that is over are
   * the same whenever they are asked for.
   */
  readStatement(
    customerId: string,
    accountNumber: string,
    period: StatementPeriod,
  ): Promise<AccountStatement | undefined>;

  /** Interest whose payment was posted in a calendar year, by month: the sum of its statements. */
  readInterestOfYear(customerId: string, accountNumber: string, year: number): Promise<InterestOfYear | undefined>;

  setStatementFormat(customerId: string, accountNumber: string, format: 'Electronic' | 'Paper'): Promise<void>;

  /** Open accounts whose statements are electronic, by number, from the one after `after`. */
  listElectronicAccounts(after: string, limit: number): Promise<OwnedAccount[]>;
}

export interface OwnedAccount {
  readonly customerId: string;
  readonly accountNumber: string;
}

export interface StatementAccount {
  readonly format: '' | 'Electronic' | 'Paper';
  readonly closed: boolean;
  /** The institution keeps the history from the web, and statements list the same transactions (M 6). */
  readonly historyBlocked: boolean;
  readonly openedOn: Day;
  /** Nothing while nothing was ever posted. */
  readonly firstPostedAt: Temporal.Instant | null;
  /** Of a loan that was kept elsewhere before: since when it is on the books. Null when all of its life is. */
  readonly booksBeganOn: Day | null;
  /** Whether the interest of the year in which the books began is known from its first day. */
  readonly firstYearKnown: boolean;
  readonly lastPostedAt: Temporal.Instant | null;
}

export interface StatementPeriod {
  readonly from: Day;
  readonly through: Day;
  /** The midnights on the institution's wall at which the year of `from`, the period, and what comes after it begin. */
  readonly yearStartsAt: Temporal.Instant;
  readonly startsAt: Temporal.Instant;
  readonly endsAt: Temporal.Instant;
}

/** Where an account stands at the end of a day. */
export interface AccountStanding {
  readonly principalCents: Cents;
  /** Accrued and not paid, rounded as it would be posted then. */
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
  /** In the order they were posted. */
  readonly entries: readonly AccountEntry[];
  /** What was earned in the period, paid or not. */
  readonly interestEarnedCents: Cents;
  /** Nothing when nothing is owed. */
  readonly due: AmountsDue | null;
  /** Null: the books do not have all of the year. */
  readonly yearToDate: { readonly interestPaidCents: Cents | null; readonly feesChargedCents: Cents | null };
}

/** What is to be paid by the first due day after the period. */
export interface AmountsDue {
  readonly dueOn: Day;
  /** Of installments that were due in the period or before. */
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
  /** What was paid in the year before the books of the account began, and until when; null when they had begun. */
  readonly beforeBooks: { readonly until: Day; readonly interestCents: Cents } | null;
  /** Months without a payment of interest are left out; a reversal makes one negative. */
  readonly months: readonly { readonly month: number; readonly interestCents: Cents }[];
  readonly totalCents: Cents;
  /** At the end of the year. */
  readonly principalCents: Cents;
}

/** What was posted to an account, as the customer sees it. */
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
