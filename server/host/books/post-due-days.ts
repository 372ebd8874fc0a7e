import { hasOpenHoldCode } from '#common/accounts/rules/account.ts';
import { dueDayLater } from '#common/accounts/rules/billing-schedule.ts';
import type { DeferralObstacle } from '#common/accounts/rules/deferral.ts';
import type { Day } from '#common/core/dates.ts';
import { failure, success } from '#common/core/results.ts';
import type {
  Deferral,
  DeferralPlan,
  DeferralProjection,
  DueDayChange,
  DueDayPlan,
  DueDayProjection,
} from '#server/host/host-loan-terms.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { hasEnded, type LoanRow, loanFromRow } from './account-rows.ts';
import {
  changeDueDay,
  deferInstallments,
  deferredInYear,
  DUE_DATE_CHANGED,
  PAYMENTS_DEFERRED,
  whyDueDayStays,
  whyNotDeferred,
} from './change-schedule.ts';
import { dueOn } from './installments.ts';
import type { LoanState } from './loan-state.ts';
import { datesOf, postTermsChange } from './post-terms-change.ts';

export function projectDueDay(loan: LoanState, { dueDay, on }: DueDayPlan): DueDayProjection {
  const obstacle = whyDueDayStays(loan, dueDay, on);
  const after = obstacle === undefined ? success(datesOf(changeDueDay(loan, dueDay), on)) : failure(obstacle);
  return { now: datesOf(loan, on), after };
}

export function postDueDay(transaction: Transaction, change: DueDayChange): Promise<void> {
  return postTermsChange(transaction, change, {
    description: DUE_DATE_CHANGED,
    whyNot: (loan) => whyDueDayStays(loan, change.dueDay, change.effectiveOn),
    change: (loan) => changeDueDay(loan, change.dueDay),
  });
}

export function projectDeferral(row: LoanRow, { installments, on }: DeferralPlan): DeferralProjection {
  const loan = loanFromRow(row);
  const obstacle = whyNot(loan, row);
  return {
    now: datesOf(loan, on),
    after: obstacle === undefined ? success(datesOf(deferInstallments(loan, installments, on), on)) : failure(obstacle),
    deferred: nextInstallments(loan, installments),
    deferredInYear: deferredInYear(loan, on),
  };
}

export function postDeferral(transaction: Transaction, change: Deferral): Promise<void> {
  return postTermsChange(transaction, change, {
    description: PAYMENTS_DEFERRED,
    whyNot,
    change: (loan) => deferInstallments(loan, change.installments, change.effectiveOn),
  });
}

function whyNot(loan: LoanState, row: LoanRow): DeferralObstacle | undefined {
  if (hasEnded(row)) return 'LoanClosed';
  if (!hasOpenHoldCode(row.hold_code) || row.in_dispute || row.locked_for_payoff) return 'LoanHeld';
  return whyNotDeferred(loan);
}

function nextInstallments(loan: LoanState, count: number): Day[] {
  const first = dueOn(loan);
  return first === null ? [] : Array.from({ length: count }, (_, index) => dueDayLater(loan, first, index));
}
