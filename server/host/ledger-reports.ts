import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';

/** What accounting and tax reporting need; only our own books have it. */
export interface LedgerReports {
  /** By day of posting and ledger account, in this order. Days that are over never change. */
  listDayTotals(span: { readonly from: Day; readonly through: Day }): Promise<LedgerDayTotal[]>;

  /** Loans and lines of credit that paid interest in a calendar year, or of which that isn't known. */
  listLoanInterest(year: number): Promise<LoanInterest[]>;

  /** Deposits that were paid interest in a calendar year, or of which that isn't known. */
  listDepositInterest(year: number): Promise<DepositInterest[]>;
}

export interface LedgerDayTotal {
  readonly postedOn: Day;
  readonly ledgerCode: number;
  readonly name: string;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

interface InterestOfAccount {
  readonly customerId: string;
  readonly name: string;
  readonly isCompany: boolean;
  readonly accountNumber: string;
  readonly description: string;
  readonly openedOn: Day;
  /** Received from the customer, or paid to them. Null: the books don't cover the whole year. */
  readonly interestCents: Cents | null;
}

export interface LoanInterest extends InterestOfAccount {
  readonly loanType: string;
  /** January 1, or the first day on the books if later. */
  readonly principalOn: Day;
  readonly principalCents: Cents;
}

export type DepositInterest = InterestOfAccount;
