import { addDays, type Day, dayInMonth } from '#common/core/dates.ts';
import { addCents, type Cents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { accrueThrough, movePrincipal } from '#common/accounts/rules/interest.ts';
import { lateChargeFor as lateCharge, lateChargePolicyOf } from '#common/accounts/rules/late-charge.ts';
import { lateInstallments, shortageThrough, unpaidOf } from './installments.ts';
import { payoffOn } from './payoff.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { credit, debit, type Posting } from './transfer.ts';

/** The description of late-charge transfers; the index in migration 0013 filters by it. */
export const LATE_CHARGE = 'Late charge';

/** The description of the transfers of fees for payments that a bank returned. */
export const RETURN_FEE = 'Returned payment fee';

export interface LoanEvent {
  readonly loan: LoanState;
  readonly postings: readonly Posting[];
  /** For a payment: the part that went to installments. */
  readonly countedCents?: Cents;
}

/** A line of credit's bill is sent at least this long before it is due (12 CFR 1026.5(b)(2)). */
const LEAST_DAYS_TO_PAY = 21;

export function lend(before: LoanState, amountCents: Cents, on: Day): LoanEvent {
  const owedNothing = payoffOn(before, on) === 0;
  const loan = movePrincipal(before, amountCents, on);
  const billed = loan.kind === 'lineOfCredit' && owedNothing;
  return {
    loan: billed ? { ...loan, nextDueOn: firstBillAfter(on, loan.dueDay), partialPaidCents: ZERO } : loan,
    postings: [debit(ledger.loanPrincipal, loan.accountId, amountCents), credit(ledger.cash, null, amountCents)],
  };
}

/** Facts other than the policy that prevent a late charge. */
export interface ChargeCircumstances {
  /** On hold, disputed or closed: installments that become late meanwhile are never charged. */
  readonly excepted: boolean;
  /** An automatic payment expected soon. A shortage it covers is not charged yet. */
  readonly expectedCents: Cents;
}

const ordinary: ChargeCircumstances = { excepted: false, expectedCents: ZERO };

/**
 * Decides the late charge of the oldest undecided installment past its grace period. Has no postings if it is not
 * charged.
 */
export function assessLateCharge(
  loan: LoanState,
  on: Day,
  rules: ServicingRules,
  { excepted, expectedCents }: ChargeCircumstances = ordinary,
): LoanEvent | undefined {
  const policy = lateChargePolicyOf(rules, loan.loanType);
  const late = [...lateInstallments(loan, on, policy)];
  if (excepted) {
    const newest = late.at(-1);
    return newest && { loan: { ...loan, lateChargeFor: newest }, postings: [] };
  }
  if (loan.maturityOn !== null && on > loan.maturityOn && !policy.afterMaturity) return undefined;
  for (const dueDay of late) {
    const chargeCents = lateCharge(policy, unpaidOf(loan, dueDay, on));
    if (chargeCents === 0) continue;
    if (shortageThrough(loan, dueDay) <= expectedCents) return undefined;
    return charged(loan, on, dueDay, chargeCents);
  }
  return undefined;
}

function charged(loan: LoanState, on: Day, dueDay: Day, chargeCents: Cents): LoanEvent {
  return {
    loan: {
      ...accrueThrough(loan, on),
      lateChargesCents: addCents(loan.lateChargesCents, chargeCents),
      lateChargeFor: dueDay,
    },
    postings: [
      debit(ledger.lateCharges, loan.accountId, chargeCents),
      credit(ledger.lateChargeIncome, null, chargeCents),
    ],
  };
}

export function chargeOtherFee(loan: LoanState, amountCents: Cents, on: Day): LoanEvent {
  return {
    loan: { ...accrueThrough(loan, on), otherFeesCents: addCents(loan.otherFeesCents, amountCents) },
    postings: [debit(ledger.otherFees, loan.accountId, amountCents), credit(ledger.otherFeeIncome, null, amountCents)],
  };
}

function firstBillAfter(drawnOn: Day, dueDay: number): Day {
  const earliest = addDays(drawnOn, LEAST_DAYS_TO_PAY);
  const sameMonth = dayInMonth(earliest, 0, dueDay);
  return sameMonth >= earliest ? sameMonth : dayInMonth(earliest, 1, dueDay);
}
