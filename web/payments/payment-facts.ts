import type { Cents } from '#common/core/money.ts';
import type { AccountSummary } from '#common/accounts/rules/account.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { SavedMethod } from '#common/payments/rules/payment-types.ts';
import type { Fetched } from '#web/data/fetched.ts';
import type { LoanInfo } from './payments-data.ts';
import type { PaymentPlan, Totals } from './payment-plan.ts';

/** The flow's data besides the entries. */
export interface PaymentFacts {
  readonly settings: PaymentSettings;
  readonly accounts: readonly AccountSummary[];
  readonly account: AccountSummary | null;
  readonly loan: Fetched<Loan>;
  /** Null until the loan is loaded. */
  readonly plan: PaymentPlan | null;
  readonly payoffQuote: Fetched<Cents>;
  readonly thirdPartyFee: Fetched<Cents>;
  readonly totals: Totals | null;
  /** Accounts with a payment of unknown outcome; they accept no further payment. */
  readonly unsettledAccounts: ReadonlySet<string>;
}

/** The account to pay and the methods to pay with. */
export interface Loan extends LoanInfo {
  readonly savedMethods: readonly SavedMethod[];
}
