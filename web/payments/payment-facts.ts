import type { Cents } from '#common/core/money.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import type { Fetched } from '#web/data/fetched.ts';
import type { LoanInfo } from './payments-data.ts';
import type { PaymentPlan, Totals } from './payment-plan.ts';

/** What the flow knows besides the entries. */
export interface PaymentFacts {
  readonly settings: PaymentSettings;
  /** Loans and lines of credit to choose from, and the one that is chosen. */
  readonly accounts: readonly AccountSummary[];
  readonly account: AccountSummary | null;
  readonly loan: Fetched<Loan>;
  /** Once the loan is known. */
  readonly plan: PaymentPlan | null;
  /** Of the later day that the loan is to be paid off on. */
  readonly payoffQuote: Fetched<Cents>;
  readonly thirdPartyFee: Fetched<Cents>;
  readonly totals: Totals | null;
  /** Accounts with a payment whose outcome is still being asked for: nothing more is submitted for them. */
  readonly unsettledAccounts: ReadonlySet<string>;
}

/** Where the flow pays to, with what it may pay from. */
export interface Loan extends LoanInfo {
  readonly savedMethods: readonly SavedMethod[];
}
