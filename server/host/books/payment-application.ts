import { type Day } from '#common/core/dates.ts';
import { addCents, type Cents, subtractCents, takeUpTo, ZERO } from '#common/core/money.ts';
import { allocatePayment } from '#common/payments/rules/allocation.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import type { Allocation } from '#common/payments/rules/payment-types.ts';
import { satisfyInstallments, type Satisfaction } from './installments.ts';
import { rateOver } from '#common/accounts/rules/agreed-terms.ts';
import { accrueThrough, interestDue, movePrincipal, numeratorOf } from '#common/accounts/rules/interest.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import type { LoanEvent } from './loan-events.ts';
import { feesOf, type LoanState } from './loan-state.ts';
import { credit, debit, postings } from './transfer.ts';
import { withRecovery } from './write-off-lines.ts';

export interface LoanPayment {
  readonly effectiveOn: Day;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  /** Income of the institution; never touches the loan. */
  readonly processingFeeCents: Cents;
  /** For a payment that is applied again: what was left over then and went back to the customer. */
  readonly paidOutCents?: Cents;
  /** For a payment that is posted again and counted when its loan was charged off. */
  readonly isNoRecovery?: boolean;
  /** The ledger account that receives the money. */
  readonly clearing: LedgerCode;
}

export interface AppliedPayment extends LoanEvent {
  readonly countedCents: Cents;
  /** The part applied to the loan; principal includes the additional principal. */
  readonly allocation: Allocation;
}

/**
 * Applies a payment: fees, interest and principal in the institution's order, then additional principal; installments
 * oldest first. Money beyond the payoff is kept for a refund. See `applyInOrder` for a payment whose day is before
 * other postings.
 */
export function applyPayment(before: LoanState, payment: LoanPayment, rules: ServicingRules): AppliedPayment {
  const loan = accrueThrough(before, payment.effectiveOn);
  const owed = {
    feesCents: feesOf(loan),
    interestCents: interestOn(loan, payment.effectiveOn),
    principalCents: loan.principalCents,
  };
  const parts = allocatePayment(payment.amountCents, owed, rules.allocationOrder);
  const intended = addCents(parts.principalCents, payment.additionalPrincipalCents);
  const principalCents = takeUpTo(intended, loan.principalCents);
  const lateCents = takeUpTo(parts.feesCents, loan.lateChargesCents);
  const otherCents = subtractCents(parts.feesCents, lateCents);
  const { nextDueOn, partialPaidCents, countedCents } = satisfaction(loan, payment, parts.feesCents);
  const paid: LoanState = {
    ...movePrincipal(loan, subtractCents(ZERO, principalCents), payment.effectiveOn),
    lateChargesCents: subtractCents(loan.lateChargesCents, lateCents),
    otherFeesCents: subtractCents(loan.otherFeesCents, otherCents),
    nextDueOn,
    partialPaidCents,
  };
  const lines = postings(
    debit(payment.clearing, null, totalOf(payment)),
    credit(ledger.loanPrincipal, loan.accountId, principalCents),
    credit(ledger.interestIncome, loan.accountId, parts.interestCents),
    credit(ledger.lateCharges, loan.accountId, lateCents),
    credit(ledger.otherFees, loan.accountId, otherCents),
    credit(ledger.processingFeeIncome, null, payment.processingFeeCents),
    credit(ledger.overpayments, loan.accountId, addCents(subtractCents(intended, principalCents), paidOutOf(payment))),
  );
  return {
    loan: { ...paid, accruedNumerator: paid.accruedNumerator - numeratorOf(parts.interestCents) },
    countedCents,
    allocation: { feesCents: parts.feesCents, interestCents: parts.interestCents, principalCents },
    postings: payment.isNoRecovery === true ? lines : withRecovery(loan, lines),
  };
}

/**
 * Completes an installment the payment would have covered even if fees took part of it: a late charge must not make the
 * next payment short and cause another one (16 CFR 444.4).
 */
function satisfaction(loan: LoanState, payment: LoanPayment, feesCents: Cents): Satisfaction {
  const strict = satisfyInstallments(loan, subtractCents(payment.amountCents, feesCents), payment.effectiveOn);
  const lenient = satisfyInstallments(loan, payment.amountCents, payment.effectiveOn);
  if (lenient.completed <= strict.completed) return strict;
  const exactly = subtractCents(lenient.countedCents, lenient.partialPaidCents);
  return { ...lenient, partialPaidCents: ZERO, countedCents: exactly };
}

/** Of a day before `accruedThrough`, if no principal moved since: a payment pays no interest of the days after its own. */
function interestOn(loan: LoanState, on: Day): Cents {
  const since = BigInt(loan.principalCents) * rateOver(loan, on, loan.accruedThrough);
  return interestDue({ ...loan, accruedNumerator: loan.accruedNumerator - since }, loan.accruedThrough);
}

function totalOf(payment: LoanPayment): Cents {
  const { amountCents, additionalPrincipalCents, processingFeeCents } = payment;
  return addCents(amountCents, additionalPrincipalCents, processingFeeCents, paidOutOf(payment));
}

function paidOutOf({ paidOutCents = ZERO }: LoanPayment): Cents {
  return paidOutCents;
}
