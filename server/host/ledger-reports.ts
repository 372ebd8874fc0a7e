import type { ChargeOff } from '#common/accounts/rules/charge-off.ts';
import type { MonthStanding } from '#common/accounts/rules/credit-status.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';

/** What accounting and tax reporting need; only our own books have it. */
export interface LedgerReports {
  /** By day of posting and ledger account, in this order. Days that are over never change. */
  listDayTotals(span: { readonly from: Day; readonly through: Day }): Promise<LedgerDayTotal[]>;

  /** Every account of the general ledger on a day, by number. Equal to {@link listDayTotals} and all earlier days. */
  readTrialBalance(on: Day): Promise<TrialBalanceLine[]>;

  /** Remembers the balances at the end of a day that is over, for {@link readTrialBalance} to begin with. */
  keepClosing(through: Day): Promise<void>;

  /** Loans and lines of credit that paid interest in a calendar year, or of which that isn't known. */
  listLoanInterest(year: number): Promise<LoanInterest[]>;

  /** Deposits that were paid interest in a calendar year, or of which that isn't known. */
  listDepositInterest(year: number): Promise<DepositInterest[]>;

  /**
   * Loans and lines of credit as they stood at the end of a month that is over, by account number. Without those that
   * were paid off or opened outside of it.
   * @param after the last account number of the page before
   */
  listCreditAccounts(page: {
    readonly through: Day;
    readonly after: string;
    readonly limit: number;
  }): Promise<{ readonly accounts: readonly CreditAccount[]; readonly next: string | null }>;
}

/** An account for a credit bureau. Null: the books don't know. */
export interface CreditAccount {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly loanType: string;
  readonly isLine: boolean;
  readonly isCompany: boolean;
  /** A core's files give its figures, so the books don't know how it stood on earlier days. */
  readonly hasFiguresFromFiles: boolean;
  readonly openedOn: Day;
  readonly originalAmountCents: Cents;
  readonly creditLimitCents: Cents;
  /** The most that was ever owed, of a line of credit. */
  readonly highestBalanceCents: Cents;
  readonly termPayments: number | null;
  readonly maturityOn: Day | null;
  readonly billingFrequency: string;
  readonly installmentCents: Cents;
  readonly holdCode: string;
  readonly inDispute: boolean;
  readonly standing: MonthStanding;
  /** Of installments that are 30 days late or more, with fees. */
  readonly pastDueCents: Cents;
  /** Of the 24 months before, newest first; null before the loan was on the books. */
  readonly months: readonly (MonthStanding | null)[];
  /**
   * The first day of the present delinquency of 30 days or more; null without one. Once charged off, that of the
   * delinquency before it; without one, the day the oldest installment unpaid then was due.
   */
  readonly delinquentSince: Day | 'notKnown' | null;
  /** Received in the month, less what came back. */
  readonly paidCents: Cents;
  readonly lastPaidOn: Day | null;
  /** Charged off by the day, with payments of before that came back since. */
  readonly chargedOff: ChargeOff | 'notKnown' | null;
  /** The day it was paid off; null while it is open. */
  readonly paidOffOn: Day | null;
  readonly consumer: {
    readonly firstName: string;
    readonly lastName: string;
    /** Nine digits, or null. */
    readonly ssn: string | null;
    readonly birthDate: Day | null;
    readonly phone: string;
    readonly address1: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  };
}

export interface LedgerDayTotal {
  readonly postedOn: Day;
  readonly ledgerCode: number;
  readonly name: string;
  readonly debitCents: Cents;
  readonly creditCents: Cents;
}

export interface TrialBalanceLine extends Omit<LedgerDayTotal, 'postedOn'> {
  /** Debits are positive, credits negative; so is that of the closing. */
  readonly openingCents: Cents;
  readonly closingCents: Cents;
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
