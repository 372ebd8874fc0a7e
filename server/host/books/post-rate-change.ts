import { rateOn } from '#common/accounts/rules/agreed-terms.ts';
import type { RateObstacle, WithdrawalObstacle } from '#common/accounts/rules/rate-change.ts';
import type { Day } from '#common/core/dates.ts';
import { failure, success } from '#common/core/results.ts';
import type {
  LoanTerms,
  NewTerms,
  RateChange,
  RatePlan,
  RateProjection,
  TermsChange,
} from '#server/host/host-loan-terms.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { hasEnded, type LoanRow, loanFromRow, nextInstallment } from './account-rows.ts';
import {
  changeRate,
  type NewRate,
  RATE_CHANGED,
  RATE_WITHDRAWN,
  undoTermsChange,
  whyRateChangeStays,
  whyRateStays,
} from './change-terms.ts';
import type { LoanState } from './loan-state.ts';
import { selectNewestOf } from './loan-transfers.queries.ts';
import { postTermsChange } from './post-terms-change.ts';

export function projectRate(row: LoanRow, plan: RatePlan): RateProjection {
  const loan = loanFromRow(row);
  const obstacle = whyNot(loan, row, plan, plan.on);
  const after = obstacle === undefined ? success(newTermsOf(changeRate(loan, plan, plan.on))) : failure(obstacle);
  return { now: termsOf(loan, row, plan.on), after };
}

export function postRateChange(transaction: Transaction, change: RateChange): Promise<void> {
  return postTermsChange(transaction, change, {
    description: RATE_CHANGED,
    whyNot: (loan, row) => whyNot(loan, row, change, change.effectiveOn),
    change: (loan) => changeRate(loan, change, change.effectiveOn),
  });
}

export function postRateWithdrawal(transaction: Transaction, change: TermsChange): Promise<void> {
  return postTermsChange(transaction, change, {
    description: RATE_WITHDRAWN,
    whyNot: (loan, row) => whyChangeStays(loan, row, change.effectiveOn),
    change: undoTermsChange,
    reverses: (loan) => selectNewestOf(transaction, loan.accountId, RATE_CHANGED),
  });
}

function whyChangeStays(loan: LoanState, row: LoanRow, today: Day): WithdrawalObstacle | undefined {
  return hasEnded(row) ? 'LoanClosed' : whyRateChangeStays(loan, today);
}

function whyNot(loan: LoanState, row: LoanRow, wanted: NewRate, today: Day): RateObstacle | undefined {
  return hasEnded(row) ? 'LoanClosed' : whyRateStays(loan, wanted, today);
}

function termsOf(loan: LoanState, row: LoanRow, on: Day): LoanTerms {
  const former = loan.formerTerms.at(-1);
  const terms = { rate: rateOn(loan, on), installmentCents: nextInstallment(loan) };
  if (!former || former.until <= on) return { ...terms, next: null };
  const { rate, installmentCents } = loan;
  const insteadOf = { rate: former.rate, installmentCents: former.installmentCents };
  const obstacle = whyChangeStays(loan, row, on) ?? null;
  return { ...terms, next: { rate, from: former.until, installmentCents, insteadOf, obstacle } };
}

function newTermsOf({ rate, installmentCents, formerTerms }: LoanState): NewTerms {
  const former = formerTerms.at(-1);
  if (!former) throw new Error('The rate did not change');
  return { rate, from: former.until, installmentCents, firstOn: former.firstOn };
}
