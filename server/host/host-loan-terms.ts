import type { NewInstallment } from '#common/accounts/rules/agreed-terms.ts';
import type { DeferralObstacle } from '#common/accounts/rules/deferral.ts';
import type { DueDayObstacle } from '#common/accounts/rules/due-day.ts';
import type { RateObstacle, WithdrawalObstacle } from '#common/accounts/rules/rate-change.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { RatePpm } from '#common/core/rates.ts';
import type { Result } from '#common/core/results.ts';
import type { PaymentPosting } from './host-payments.ts';

export interface DueDayPlan {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly dueDay: number;
  readonly on: Day;
}

export interface DueDates {
  /** 1 to 31. */
  readonly dueDay: number;
  /** Null when nothing is owed. */
  readonly dueOn: Day | null;
  readonly lastDueOn: Day | null;
  readonly upcomingDueDays: readonly Day[];
  /** Agreed for installments after the next one. */
  readonly newInstallments: readonly NewInstallment[];
}

export interface DueDayProjection {
  readonly now: DueDates;
  readonly after: Result<DueDates, DueDayObstacle>;
}

/** Changes the agreement and moves no money. */
export type TermsChange = Pick<PaymentPosting, 'paymentId' | 'accountNumber' | 'effectiveOn' | 'postedAt'>;

export interface DueDayChange extends TermsChange {
  readonly dueDay: number;
}

export interface DeferralPlan {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly installments: number;
  readonly on: Day;
}

export interface DeferralProjection {
  readonly now: DueDates;
  readonly after: Result<DueDates, DeferralObstacle>;
  /** The days on which the deferred installments are due now. */
  readonly deferred: readonly Day[];
  /** Installments deferred already in the year up to the day. */
  readonly deferredInYear: number;
}

export interface Deferral extends TermsChange {
  readonly installments: number;
}

interface WantedRate {
  readonly rate: RatePpm;
  /** The first day that earns interest at the new rate. */
  readonly from: Day;
  /** Compute a new installment for the remaining term. */
  readonly newPayment: boolean;
}

export interface RatePlan extends WantedRate {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly on: Day;
}

export interface LoanTerms {
  readonly rate: RatePpm;
  /** Of the oldest unpaid installment. */
  readonly installmentCents: Cents;
  /** Agreed already, for a later day. */
  readonly next: PendingTerms | null;
}

export interface PendingTerms {
  readonly rate: RatePpm;
  readonly from: Day;
  readonly installmentCents: Cents;
  /** Applies instead if the change is withdrawn. */
  readonly insteadOf: { readonly rate: RatePpm; readonly installmentCents: Cents };
  /** Why it can't be withdrawn, or null. */
  readonly obstacle: WithdrawalObstacle | null;
}

export interface NewTerms {
  readonly rate: RatePpm;
  readonly from: Day;
  readonly installmentCents: Cents;
  /** The first installment of that amount. */
  readonly firstOn: Day;
}

export interface RateProjection {
  readonly now: LoanTerms;
  readonly after: Result<NewTerms, RateObstacle>;
}

export interface RateChange extends TermsChange, WantedRate {}
