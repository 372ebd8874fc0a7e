import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import { unsatisfyInstallments } from './installments.ts';
import { accrueThrough, movePrincipal, numeratorOf } from '#common/accounts/rules/interest.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import type { LoanEvent } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';
import type { Posting } from './transfer.ts';

/** Shown in the history, where the payment follows with what it pays now. */
export const TAKEN_TO_APPLY_AGAIN = 'Payment taken back to apply it again';

/** Shown in the history, where the rest of the payment follows. */
export const PART_REFUNDED = 'Payment refunded in part';

export interface PaymentOnBooks {
  readonly effectiveOn: Day;
  readonly countedCents: Cents;
  readonly postings: readonly Posting[];
}

/**
 * Reverses a payment on a later day, whatever was posted in between: its amounts are owed again, with the interest its
 * principal would have earned, and its installments are due again.
 */
export function takePaymentBack(before: LoanState, payment: PaymentOnBooks, on: Day): LoanEvent {
  const paid = (code: LedgerCode) => subtractCents(ZERO, amountOn(payment.postings, code));
  const loan = movePrincipal(accrueThrough(before, on), paid(ledger.loanPrincipal), payment.effectiveOn);
  return {
    loan: {
      ...loan,
      ...unsatisfyInstallments(loan, payment.countedCents),
      accruedNumerator: loan.accruedNumerator + numeratorOf(paid(ledger.interestIncome)),
      lateChargesCents: addCents(loan.lateChargesCents, paid(ledger.lateCharges)),
      otherFeesCents: addCents(loan.otherFeesCents, paid(ledger.otherFees)),
    },
    postings: reversed(payment.postings),
  };
}

export function reversed(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, amountCents: subtractCents(ZERO, posting.amountCents) }));
}

function amountOn(postings: readonly Posting[], code: LedgerCode): Cents {
  return addCents(...postings.filter((posting) => posting.ledgerCode === code).map((posting) => posting.amountCents));
}
