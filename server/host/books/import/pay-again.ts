import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, maxCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { ledger, type LedgerCode } from '../ledger-codes.ts';
import type { LoanState } from '../loan-state.ts';
import { applyPayment } from '../payment-application.ts';
import { type PaymentOnBooks, takePaymentBack } from '../payment-reversal.ts';

/** A payment of the portal that a core's file does not contain yet, or one that was taken back since. */
export interface LaterMovement extends PaymentOnBooks {
  readonly kind: 'payment' | 'return';
  /** Of a return; its other figures are those of the payment. */
  readonly returnedOn: Day | null;
}

/** Brings a loan as of a core's file to the present: the portal's later payments and returns, in their order. */
export function bringToPresent(ofFile: LoanState, later: readonly LaterMovement[], rules: ServicingRules): LoanState {
  return later.reduce((loan, movement) => {
    if (movement.kind === 'return') {
      return takePaymentBack(loan, movement, movement.returnedOn ?? movement.effectiveOn).loan;
    }
    return payAgain(loan, movement, rules);
  }, ofFile);
}

/** The split follows the file's figures, which may differ from those of the books when it was paid. */
function payAgain(loan: LoanState, payment: PaymentOnBooks, rules: ServicingRules): LoanState {
  const paid = (...codes: readonly LedgerCode[]) =>
    subtractCents(
      ZERO,
      ...payment.postings.filter(({ ledgerCode }) => codes.includes(ledgerCode)).map(({ amountCents }) => amountCents),
    );
  const feesCents = paid(ledger.lateCharges, ledger.otherFees);
  const totalCents = addCents(feesCents, paid(ledger.loanPrincipal, ledger.interestIncome));
  // What counted toward no installment was additional principal.
  const additionalPrincipalCents: Cents = maxCents(ZERO, subtractCents(totalCents, feesCents, payment.countedCents));
  const amounts = {
    effectiveOn: payment.effectiveOn,
    amountCents: subtractCents(totalCents, additionalPrincipalCents),
    additionalPrincipalCents,
    processingFeeCents: ZERO,
    clearing: ledger.cash,
  };
  return applyPayment(loan, amounts, rules).loan;
}
