import type { Day } from '#common/core/dates.ts';
import { addCents, type Cents, maxCents, minCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { movePrincipal } from '#common/accounts/rules/interest.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { type AppliedPayment, applyPayment, type LoanPayment } from './payment-application.ts';
import { type PaymentOnBooks, takePaymentBack } from './payment-reversal.ts';
import { moneyIn, type Posting } from './transfer.ts';
import { isOfWriteOff } from './write-off-lines.ts';

/** A payment that counts and was not reversed. */
export interface LivePayment extends PaymentOnBooks {
  readonly transferId: number;
  /** The id under which it was first posted; null for one without an id, as of the demonstration. */
  readonly paymentId: string | null;
  /** Of its first posting; orders what counts from one day. */
  readonly firstTransferId: number;
  /** It counted when the loan was charged off. */
  readonly isNoRecovery: boolean;
  readonly description: string;
}

/** A charge or a draw, which stays as it is. Signs as posted. */
export interface LiveCharge {
  readonly transferId: number;
  readonly effectiveOn: Day;
  readonly principalCents: Cents;
  readonly lateChargesCents: Cents;
  readonly otherFeesCents: Cents;
}

/** Payments and charges of a loan after a day that were not reversed, each in the order of their days. */
export interface LaterPostings {
  readonly payments: readonly LivePayment[];
  readonly charges: readonly LiveCharge[];
}

/** A payment whose money now pays something else. Its installments stay as they were. */
export interface AppliedAgain {
  readonly payment: LivePayment;
  readonly postings: readonly Posting[];
}

export interface InOrder {
  /** Afterwards, with the payments that were applied again. */
  readonly loan: LoanState;
  readonly again: readonly AppliedAgain[];
}

/**
 * Applies a payment as of its own day, however late it is posted: it pays what was owed then, and not the interest and
 * charges since. Payments of later days pay what is owed after it, so they are applied again.
 * @param keptCents the overpayments of these payments that were not paid out; below zero if more was paid out than came
 */
export function applyInOrder(
  before: LoanState,
  payment: LoanPayment,
  { later, keptCents }: { readonly later: LaterPostings; readonly keptCents: Cents },
  rules: ServicingRules,
): InOrder & { readonly applied: AppliedPayment } {
  const applied = applyPayment(withoutLater(before, later), payment, rules);
  return { applied, ...putBack(applied.loan, later, keptCents, rules) };
}

/**
 * Reverses a draw: the payments are applied again without it, so that none pays its interest, and each keeps what it
 * leaves over.
 * @param others everything else that counts on the loan
 */
export function reverseDraw(
  before: LoanState,
  draw: PaymentOnBooks,
  on: Day,
  { others, keptCents }: { readonly others: LaterPostings; readonly keptCents: Cents },
  rules: ServicingRules,
): InOrder & { readonly postings: readonly Posting[] } {
  const { loan, postings } = takePaymentBack(withoutLater(before, others), draw, on);
  return { postings, ...putBack(loan, others, keptCents, rules) };
}

function withoutLater(before: LoanState, { payments, charges }: LaterPostings): LoanState {
  return charges.reduce((loan, charge) => charged(loan, charge, -1), payments.reduceRight(takeMoneyBack, before));
}

/**
 * Reverses a payment, or a payout, and applies to the loan what other payments left over, each as of its own day. What
 * was posted as of later days than the first of these is applied again, so that the customer pays no interest or charge on
 * a debt that this money had paid.
 * @param since what counts from the first payment with money left over on
 * @param keptCents what was left over and not paid out, without the reversed payment
 */
export function reverseAndApplyKept(
  before: LoanState,
  payment: PaymentOnBooks,
  on: Day,
  { since, keptCents }: { readonly since: LaterPostings; readonly keptCents: Cents },
  rules: ServicingRules,
): InOrder & { readonly postings: readonly Posting[] } {
  const { loan, postings } = takePaymentBack(withoutLater(before, since), payment, on);
  return { postings, ...putBack(loan, since, keptCents, rules) };
}

function putBack(
  start: LoanState,
  { payments, charges }: LaterPostings,
  keptCents: Cents,
  rules: ServicingRules,
): InOrder {
  const free = freeOf(payments, keptCents);
  const again: AppliedAgain[] = [];
  let loan = start;
  let waiting = charges;
  for (const [index, payment] of payments.entries()) {
    const first = waiting.filter((charge) => isBefore(charge, payment));
    loan = first.reduce((owing, charge) => charged(owing, charge, 1), loan);
    waiting = waiting.filter((charge) => !isBefore(charge, payment));
    const applied = applyAgain(loan, payment, free[index] ?? ZERO, rules);
    ({ loan } = applied);
    if (!isSame(applied.postings, payment.postings)) again.push({ payment, postings: applied.postings });
  }
  return { loan: waiting.reduce((owing, charge) => charged(owing, charge, 1), loan), again };
}

/** Of one day, as they were posted. */
export function isBefore(charge: LiveCharge, payment: LivePayment): boolean {
  if (charge.effectiveOn !== payment.effectiveOn) return charge.effectiveOn < payment.effectiveOn;
  return charge.transferId < payment.firstTransferId;
}

/**
 * Returns of each payment what was left over and is still here: the oldest money was paid out first. Nothing is if more
 * was paid out than came.
 */
function freeOf(payments: readonly LivePayment[], keptCents: Cents): Cents[] {
  let rest = maxCents(ZERO, keptCents);
  return payments
    .toReversed()
    .map(({ postings }) => {
      const free = minCents(rest, credited(postings, ledger.overpayments));
      rest = subtractCents(rest, free);
      return free;
    })
    .toReversed();
}

function takeMoneyBack(loan: LoanState, payment: LivePayment): LoanState {
  return withDueDaysOf(loan, takePaymentBack(loan, payment, payment.effectiveOn).loan);
}

/**
 * What went to fees and interest pays them first again; what was principal stays so, since the customer may have meant
 * it.
 */
function applyAgain(loan: LoanState, payment: LivePayment, freeCents: Cents, rules: ServicingRules): AppliedPayment {
  const { postings } = payment;
  const money = moneyIn(postings);
  if (!money) throw new Error(`Payment ${payment.transferId} has no line for the money.`);
  const paid = (...codes: readonly LedgerCode[]) => credited(postings, ...codes);
  const applied = applyPayment(
    loan,
    {
      effectiveOn: payment.effectiveOn,
      amountCents: addCents(paid(ledger.lateCharges, ledger.otherFees, ledger.interestIncome), freeCents),
      additionalPrincipalCents: paid(ledger.loanPrincipal),
      processingFeeCents: paid(ledger.processingFeeIncome),
      paidOutCents: subtractCents(paid(ledger.overpayments), freeCents),
      isNoRecovery: payment.isNoRecovery,
      clearing: money.ledgerCode,
    },
    rules,
  );
  return { ...applied, loan: withDueDaysOf(loan, applied.loan), countedCents: payment.countedCents };
}

function withDueDaysOf({ nextDueOn, partialPaidCents }: LoanState, loan: LoanState): LoanState {
  return { ...loan, nextDueOn, partialPaidCents };
}

function charged(loan: LoanState, charge: LiveCharge, sign: 1 | -1): LoanState {
  const signed = (amountCents: Cents) => (sign === 1 ? amountCents : subtractCents(ZERO, amountCents));
  return {
    ...movePrincipal(loan, signed(charge.principalCents), charge.effectiveOn),
    lateChargesCents: addCents(loan.lateChargesCents, signed(charge.lateChargesCents)),
    otherFeesCents: addCents(loan.otherFeesCents, signed(charge.otherFeesCents)),
  };
}

/** Returns the sum of what was credited. */
export function credited(postings: readonly Posting[], ...codes: readonly LedgerCode[]): Cents {
  const lines = postings.filter(({ ledgerCode }) => codes.includes(ledgerCode));
  return subtractCents(ZERO, addCents(...lines.map(({ amountCents }) => amountCents)));
}

/** Returns how much more is left over since a payment was posted. */
export function overpaidBy(applied: Pick<AppliedPayment, 'postings'>, again: readonly AppliedAgain[]): Cents {
  const leftOver = [applied, ...again].map(({ postings }) => credited(postings, ledger.overpayments));
  const before = again.map(({ payment }) => credited(payment.postings, ledger.overpayments));
  return subtractCents(addCents(...leftOver), ...before);
}

function isSame(one: readonly Posting[], other: readonly Posting[]): boolean {
  // A charge-off since the payment changes only what its lines are written off against.
  const ofLoan = [...one, ...other].filter((line) => !isOfWriteOff(line));
  const codes = new Set(ofLoan.map(({ ledgerCode }) => ledgerCode));
  return [...codes].every((code) => credited(one, code) === credited(other, code));
}
