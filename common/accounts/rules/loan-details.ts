import type { Day } from '../../core/dates.ts';
import { type Cents, subtractCents } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { DefaultMethod, RecurringPayment, ScheduledPayment } from '#common/payments/rules/payment-types.ts';
import type { AccountAlerts } from './alerts.ts';

/** All that the loan details show of an account (M 2, M 3). */
export interface LoanDetails {
  /** The institution's day, as of which everything is. */
  readonly today: Day;
  readonly accountNumber: string;
  readonly description: string;
  readonly standing: LoanStanding;
  /** Days since the oldest unpaid installment was due; zero while none is late. */
  readonly daysLate: number;
  readonly name: string;
  readonly address: MailingAddress;
  readonly nextPaymentOn: Day | null;
  readonly nextPaymentCents: Cents;
  readonly totalDueCents: Cents;
  readonly defaultMethod: DefaultMethod | null;
  readonly scheduledPayments: readonly ScheduledPayment[];
  readonly recurringPayment: RecurringPayment | null;
  readonly rate: RatePpm;
  /** Null: not all of it is known. */
  readonly interestThisYearCents: Cents | null;
  readonly interestLastYearCents: Cents | null;
  readonly availableCreditCents: Cents;
  readonly originatedOn: Day | null;
  readonly daysSinceOpened: number;
  readonly totalFeesCents: Cents;
  readonly lateChargesCents: Cents;
  /** The institution keeps the history from the web, and with it everything that shows the same transactions (M 6). */
  readonly historyBlocked: boolean;
  /** Unknown: the history is withheld, or the loan came from elsewhere with payments that are not on file. */
  readonly lastPayment: { readonly paidOn: Day; readonly amountCents: Cents } | 'none' | 'unknown';
  readonly alerts: AccountAlerts;
  readonly statementFormat: StatementFormat;
  /** What a customer is told when the loan opens (M 8). */
  readonly flags: readonly LoanFlag[];
}

/** Past due begins when the grace period is over. */
export type LoanStanding = 'closed' | 'delinquent' | 'pastDue' | 'current';

export type StatementFormat = 'ElectronicOnly' | 'PaperOnly';

/** In the order in which they are told. */
export const loanFlags = ['NightError', 'LoanLockedPayoff', 'Dispute', 'NoPaymentOnline', 'NoAchPayment'] as const;

export type LoanFlag = (typeof loanFlags)[number];

export function isLoanFlag(code: string): code is LoanFlag {
  return (loanFlags as readonly string[]).includes(code);
}

/** Fees besides late charges (M 2). */
export function miscFees(fees: Pick<LoanDetails, 'totalFeesCents' | 'lateChargesCents'>): Cents {
  return subtractCents(fees.totalFeesCents, fees.lateChargesCents);
}
