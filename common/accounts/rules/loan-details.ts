import type { Day } from '../../core/dates.ts';
import { type Cents, subtractCents } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';
import type { MailingAddress } from '#common/core/mailing-address.ts';
import type { PlannedPaymentsOfLoan } from '#common/payments/rules/payment-types.ts';
import type { AccountAlerts } from './alerts.ts';
import type { LienRelease } from './lien-release.ts';

/** The account on the loan details screen (M 2, M 3). */
export interface LoanDetails extends PlannedPaymentsOfLoan {
  readonly today: Day;
  readonly accountNumber: string;
  readonly description: string;
  readonly standing: LoanStanding;
  /** Days since the oldest unpaid installment was due; zero if none is late. */
  readonly daysLate: number;
  readonly name: string;
  readonly address: MailingAddress;
  readonly nextPaymentOn: Day | null;
  readonly nextPaymentCents: Cents;
  readonly totalDueCents: Cents;
  readonly rate: RatePpm;
  /** Null if it isn't fully known. */
  readonly interestThisYearCents: Cents | null;
  readonly interestLastYearCents: Cents | null;
  /** Null for a loan, which has no limit to draw on. */
  readonly availableCreditCents: Cents | null;
  readonly originatedOn: Day | null;
  readonly daysSinceOpened: number;
  readonly totalFeesCents: Cents;
  readonly lateChargesCents: Cents;
  /** The institution withholds the history and everything else that shows its transactions (M 6). */
  readonly historyBlocked: boolean;
  /** Unknown if the history is withheld or was left out of the import. */
  readonly lastPayment: { readonly paidOn: Day; readonly amountCents: Cents } | 'none' | 'unknown';
  readonly alerts: AccountAlerts;
  readonly statementFormat: StatementFormat;
  /** Charged off, and not paid off since; null otherwise. */
  readonly chargedOff: { readonly on: Day; readonly owedCents: Cents } | null;
  /** The release of what secured the loan; null if none is recorded. */
  readonly lien: LienRelease | null;
  /** Notices shown when the loan opens (M 8). */
  readonly flags: readonly LoanFlag[];
}

/** Past due starts after the grace period. */
export type LoanStanding = 'closed' | 'paidOff' | 'chargedOff' | 'delinquent' | 'pastDue' | 'current';

export type StatementFormat = 'ElectronicOnly' | 'PaperOnly';

/** In display order. */
export const loanFlags = ['NightError', 'LoanLockedPayoff', 'Dispute', 'NoPaymentOnline', 'NoAchPayment'] as const;

export type LoanFlag = (typeof loanFlags)[number];

export function isLoanFlag(code: string): code is LoanFlag {
  return (loanFlags as readonly string[]).includes(code);
}

/** Fees other than late charges (M 2). */
export function miscFees(fees: Pick<LoanDetails, 'totalFeesCents' | 'lateChargesCents'>): Cents {
  return subtractCents(fees.totalFeesCents, fees.lateChargesCents);
}
