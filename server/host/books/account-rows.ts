import type { Day } from '#common/core/dates.ts';
import { cents, maxCents, subtractCents, ZERO, type Cents } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { type AccountSummary, isClosed, typeCodes } from '#common/accounts/rules/account.ts';
import { isExemptFromLateCharge, lateChargePolicyOf } from '#common/accounts/rules/late-charge.ts';
import { statusCodes } from '#common/accounts/rules/account-status.ts';
import type { ChargeOff } from '#common/accounts/rules/charge-off.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { AccountsTable, DepositsTable, LoansTable } from './books-tables.ts';
import { installmentOn, rateOn } from '#common/accounts/rules/agreed-terms.ts';
import { daysInPeriod } from '#common/accounts/rules/billing-schedule.ts';
import { amountDue, dueOn, nextLateCharge, paymentsLeft, standingOf, upcomingDueDays } from './installments.ts';
import { interestDue } from '#common/accounts/rules/interest.ts';
import { payoffOn } from './payoff.ts';
import { feesOf, type LoanState } from './loan-state.ts';

type AccountColumns = Omit<AccountsTable, 'account_id'> & { readonly account_id: number };
type LoanColumns = Omit<LoansTable, 'accrued_numerator'> & { readonly accrued_numerator: string };

export type LoanRow = AccountColumns & Omit<LoanColumns, 'account_id'>;

/** An account of any kind; the columns of the other kinds are null. */
export type AccountRow = AccountColumns &
  Nullable<Omit<LoanColumns, 'account_id'>> &
  Nullable<Pick<DepositsTable, 'balance_cents' | 'held_cents'>>;

type Nullable<Columns> = { readonly [Name in keyof Columns]: Columns[Name] | null };

export function isLoanRow(row: AccountRow): row is AccountRow & LoanRow {
  return row.principal_cents !== null;
}

export function loanFromRow(row: LoanRow): LoanState {
  return {
    accountId: row.account_id,
    kind: row.type_code === typeCodes.lineOfCredit ? 'lineOfCredit' : 'loan',
    rate: row.rate_ppm,
    billingFrequency: row.billing_frequency,
    installmentCents: row.installment_cents,
    dueDay: row.due_day,
    formerSchedules: row.former_schedules,
    formerTerms: row.former_terms,
    maturityOn: row.maturity_on,
    creditLimitCents: row.credit_limit_cents,
    nextDueOn: row.next_due_on,
    partialPaidCents: row.partial_paid_cents,
    principalCents: row.principal_cents,
    lateChargesCents: row.late_charges_cents,
    otherFeesCents: row.other_fees_cents,
    accruedThrough: row.accrued_through,
    accruedNumerator: BigInt(row.accrued_numerator),
    lateChargeFor: row.late_charge_for,
    chargedOffOn: row.charged_off_on,
    loanType: row.loan_type,
  };
}

export function summaryFromRow(row: AccountRow, asOf: Day, rules: ServicingRules): AccountSummary {
  const common = {
    number: row.account_number,
    typeCode: row.type_code,
    description: row.description,
    status: row.status,
    comment: row.hold_code,
    rate: rateOn({ rate: row.rate_ppm, formerTerms: row.former_terms ?? [] }, asOf),
    statementPreference: row.statement_preference,
    nameOnAccount: row.name_on_account,
    figuresAsOf: row.figures_as_of,
  };
  if (isLoanRow(row)) return { ...common, ...loanSummary(row, asOf, rules) };
  const { balance_cents: balanceCents, held_cents: heldCents } = row;
  if (balanceCents === null || heldCents === null) throw new Error(`Account ${row.account_id} has no balance`);
  return {
    ...common,
    balanceCents,
    availableBalanceCents: subtractCents(balanceCents, heldCents),
    dueOn: null,
    amountDueCents: ZERO,
    pastDue: false,
    installmentCents: ZERO,
    feesDueCents: ZERO,
    originalAmountCents: null,
    paymentsLeft: null,
  };
}

function loanSummary(row: LoanRow, asOf: Day, rules: ServicingRules) {
  const loan = loanFromRow(row);
  const standing = standingOf(loan, asOf, rules);
  const isLine = loan.kind === 'lineOfCredit';
  return {
    status:
      row.status ||
      (loan.chargedOffOn !== null && payoffOn(loan, asOf) > 0 ? statusCodes.chargedOff : '') ||
      (!isLine && payoffOn(loan, asOf) <= 0 ? statusCodes.paidOff : statusCode(standing)),
    balanceCents: loan.principalCents,
    availableBalanceCents: isLine ? availableCredit(loan) : ZERO,
    dueOn: dueOn(loan),
    amountDueCents: amountDue(loan, asOf),
    pastDue: standing.pastDue,
    installmentCents: loan.chargedOffOn === null ? nextInstallment(loan) : ZERO,
    feesDueCents: feesOf(loan),
    originalAmountCents: isLine ? null : row.original_amount_cents,
    paymentsLeft: paymentsLeft(loan),
  };
}

/** Returns the amount of the oldest unpaid installment. */
export function nextInstallment(loan: LoanState): Cents {
  return loan.nextDueOn === null ? loan.installmentCents : installmentOn(loan, loan.nextDueOn);
}

export function hostLoanFromRow(row: LoanRow, asOf: Day, rules: ServicingRules): HostLoan {
  const loan = loanFromRow(row);
  const { pastDue, delinquent } = standingOf(loan, asOf, rules);
  return {
    accountNumber: row.account_number,
    kind: loan.kind,
    description: row.description,
    holdCode: row.hold_code,
    closed: isClosed({ comment: row.hold_code }),
    principalCents: loan.principalCents,
    interestDueCents: interestDue(loan, asOf),
    lateChargesCents: loan.lateChargesCents,
    otherFeesCents: loan.otherFeesCents,
    payoffCents: payoffOn(loan, asOf),
    totalDueCents: amountDue(loan, asOf),
    installmentCents: nextInstallment(loan),
    rate: rateOn(loan, asOf),
    dueOn: dueOn(loan),
    upcomingDueDays: upcomingDueDays(loan, asOf),
    billingFrequency: loan.billingFrequency,
    periodDays: daysInPeriod[loan.billingFrequency],
    maturityOn: loan.kind === 'loan' ? loan.maturityOn : null,
    pastDue,
    lateCharge: isExceptFromLateCharge(row, rules) ? 'none' : nextLateCharge(loan, rules),
    takesReturnFee: takesReturnFee(row, rules),
    delinquent,
    onlyImmediatePayments: row.only_immediate_payments,
    historyBlocked: row.history_blocked,
    lockedForPayoff: row.locked_for_payoff,
    inDispute: row.in_dispute,
    chargedOff: chargeOffOf(row),
    security: {
      onlinePayments: !row.online_blocked,
      achPayments: !row.ach_blocked,
      cardPayments: !row.card_blocked,
      recurring: !row.recurring_blocked,
    },
  };
}

export function chargeOffOf(row: Pick<LoanRow, 'charged_off_on' | 'charged_off_cents'>): ChargeOff | null {
  const { charged_off_on: on, charged_off_cents: amountCents } = row;
  return on === null || amountCents === null ? null : { on, amountCents };
}

/** Closed or charged off: its terms no longer change. */
export function hasEnded(row: Pick<LoanRow, 'hold_code' | 'charged_off_on'>): boolean {
  return isClosed({ comment: row.hold_code }) || row.charged_off_on !== null;
}

/** Held, disputed or closed: no late charge is assessed. */
export function isExceptFromLateCharge(row: LoanRow, rules: ServicingRules): boolean {
  const loan = { holdCode: row.hold_code, inDispute: row.in_dispute };
  return isClosed({ comment: row.hold_code }) || isExemptFromLateCharge(lateChargePolicyOf(rules, row.loan_type), loan);
}

/** A core that gives files charges such fees itself. */
export function takesReturnFee(row: LoanRow, rules: ServicingRules): boolean {
  return row.figures_as_of === null && row.charged_off_on === null && !isExceptFromLateCharge(row, rules);
}

/** A loan that owes nothing is paid off, whatever its hold code. */
export function standingToDraw({
  kind,
  payoffCents,
  closed,
  chargedOff,
}: Pick<HostLoan, 'kind' | 'payoffCents' | 'closed' | 'chargedOff'>): 'open' | 'paidOff' | 'closed' {
  if (kind === 'loan' && payoffCents <= 0) return 'paidOff';
  return closed || chargedOff !== null ? 'closed' : 'open';
}

/** Returns the amount that can still be drawn on a line of credit; zero for a loan, and once it is charged off. */
export function availableCredit(loan: Pick<LoanState, 'creditLimitCents' | 'principalCents' | 'chargedOffOn'>): Cents {
  if (loan.chargedOffOn !== null) return ZERO;
  return maxCents(ZERO, cents(loan.creditLimitCents - loan.principalCents));
}

/** An empty code means current (M 3). */
function statusCode(standing: { readonly pastDue: boolean; readonly delinquent: boolean }): string {
  if (standing.delinquent) return statusCodes.delinquent;
  return standing.pastDue ? statusCodes.pastDue : '';
}
