import { sql } from 'kysely';
import { isClosed } from '#common/accounts/rules/account.ts';
import {
  type ChargeOff,
  type ChargeOffObstacle,
  paymentIdOfChargeOff,
  type ReversalObstacle,
} from '#common/accounts/rules/charge-off.ts';
import { interestDue } from '#common/accounts/rules/interest.ts';
import { type Day, laterDay } from '#common/core/dates.ts';
import { addCents, type Cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { TermsChange } from '#server/host/host-loan-terms.ts';
import type { ChargeOffProjection, ChargeOffQuery } from '#server/host/host-servicing.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { chargeOffOf, type LoanRow, loanFromRow } from './account-rows.ts';
import { selectAnyLoanOf } from './accounts.queries.ts';
import { undoTermsChange } from './change-terms.ts';
import { ledger } from './ledger-codes.ts';
import { assessLateCharge } from './loan-events.ts';
import { feesOf, type LoanState } from './loan-state.ts';
import { selectNewestOf, writeLoanTransfer } from './loan-transfers.queries.ts';
import { lockLoanOnce } from './lock-loan.ts';
import { payoffOn } from './payoff.ts';
import { reversed } from './payment-reversal.ts';
import { updateTerms } from './post-terms-change.ts';
import { credit, debit, type Posting } from './transfer.ts';
import { adjustWriteOff, selectRecovered } from './write-off.ts';
import { CHARGED_OFF } from './write-off-lines.ts';

/** Shown in the history. */
export const CHARGE_OFF_REVERSED = 'Charge-off reversed';

/** Interest ends with the day before, so a payment of later days leaves only principal and charges. */
function chargedOff(loan: LoanState, on: Day): LoanState {
  return { ...newRateFrom(loan, ratePpm(0), on), chargedOffOn: on };
}

/** The days in between stay without interest: the mistake was the institution's. */
function owedAgain(loan: LoanState, on: Day, rules: ServicingRules): LoanState {
  const { rate } = undoTermsChange(loan);
  const again = { ...newRateFrom(loan, rate, on), chargedOffOn: null };
  // Nor are installments charged that became late meanwhile.
  return assessLateCharge(again, on, rules, { excepted: true, expectedCents: ZERO })?.loan ?? again;
}

/** Installments stay as agreed, so the amount "changes" with one of their days, in the order of the changes. */
function newRateFrom(loan: LoanState, rate: LoanState['rate'], on: Day): LoanState {
  const { installmentCents, formerTerms } = loan;
  const next = loan.nextDueOn ?? on;
  const firstOn = laterDay(next, formerTerms.at(-1)?.firstOn ?? next);
  const former = { rate: loan.rate, until: on, installmentCents, firstOn };
  return { ...loan, rate, formerTerms: [...formerTerms, former] };
}

function whyNotChargedOff(loan: LoanState, row: LoanRow, today: Day): ChargeOffObstacle | undefined {
  if (loan.chargedOffOn !== null) return 'ChargedOffAlready';
  if (isClosed({ comment: row.hold_code })) return 'LoanClosed';
  if (payoffOn(loan, today) <= 0) return 'NothingOwed';
  if (loan.accruedThrough > today) return 'PostedLater';
  return loan.formerTerms.some(({ until }) => until > today) ? 'RateChangesLater' : undefined;
}

function whyNotReversed(loan: LoanState, today: Day): ReversalObstacle | undefined {
  if (loan.chargedOffOn === null) return 'NotChargedOff';
  return loan.accruedThrough > today ? 'PostedLater' : undefined;
}

export async function projectChargeOff(
  queryable: Queryable,
  query: ChargeOffQuery,
): Promise<ChargeOffProjection | undefined> {
  const row = await selectAnyLoanOf(queryable, query);
  if (!row) return undefined;
  const { on } = query;
  const loan = loanFromRow(row);
  return {
    principalCents: loan.principalCents,
    interestCents: interestDue(loan, on),
    feesCents: feesOf(loan),
    obstacle: whyNotChargedOff(loan, row, on) ?? null,
    chargedOff: chargeOffOf(row),
    recoveredCents: await selectRecovered(queryable, row.account_id),
    reversalObstacle: whyNotReversed(loan, on) ?? null,
  };
}

/** Takes what is owed off the assets, against a loss. What the customer owes stays; interest and charges end. */
export async function postChargeOff(transaction: Transaction, change: TermsChange): Promise<void> {
  const row = await lockLoanOnce(transaction, change);
  if (!row) return;
  const loan = loanFromRow(row);
  const { effectiveOn } = change;
  // A core's file may come between the decision and this.
  const obstacle = row.figures_as_of === null ? whyNotChargedOff(loan, row, effectiveOn) : 'FiguresFromFiles';
  if (obstacle) throw new HostRefused('TermsStay', `Loan ${row.account_number} can't be charged off: ${obstacle}.`);
  const assetCents = addCents(loan.principalCents, feesOf(loan));
  const lines = [
    debit(ledger.loanLosses, loan.accountId, assetCents),
    credit(ledger.chargedOffLoans, loan.accountId, assetCents),
  ];
  await write(transaction, chargedOff(loan, effectiveOn), change, { description: CHARGED_OFF, lines });
  await setChargeOff(transaction, loan.accountId, { on: effectiveOn, amountCents: payoffOn(loan, effectiveOn) });
}

/** A charge-off as the former system tells it. */
export interface FormerChargeOff extends ChargeOff {
  /** Principal and charges, before the books began. */
  readonly recoveredCents: Cents | null;
}

/** Takes over a loan that was charged off before: the loss was the former system's, so the opening balances carry it. */
export async function bringChargedOff(
  transaction: Transaction,
  loan: LoanState,
  { recoveredCents, ...former }: FormerChargeOff,
  postedAt: Temporal.Instant,
): Promise<void> {
  const { accountId } = loan;
  const assetCents = addCents(loan.principalCents, feesOf(loan));
  const counter =
    assetCents > 0
      ? debit(ledger.openingBalances, null, assetCents)
      : debit(ledger.chargedOffLoans, accountId, assetCents);
  const lines = [counter, credit(ledger.chargedOffLoans, accountId, assetCents)];
  const change = { effectiveOn: former.on, postedAt, paymentId: paymentIdOfChargeOff(`import-${accountId}`) };
  await write(transaction, chargedOff(loan, former.on), change, { description: CHARGED_OFF, lines });
  await setChargeOff(transaction, accountId, former);
  await setRecoveredBefore(transaction, accountId, recoveredCents);
}

/** Puts what is still owed back among the assets, with an entry that reverses the one of the charge-off. */
export async function postChargeOffReversal(
  transaction: Transaction,
  change: TermsChange,
  rules: ServicingRules,
): Promise<void> {
  const row = await lockLoanOnce(transaction, change);
  if (!row) return;
  const loan = loanFromRow(row);
  const { accountId } = loan;
  const obstacle = whyNotReversed(loan, change.effectiveOn);
  const reverses = await selectNewestOf(transaction, accountId, CHARGED_OFF);
  if (obstacle !== undefined || reverses === null) {
    throw new HostRefused('TermsStay', `The charge-off of loan ${row.account_number} can't be reversed: ${obstacle}.`);
  }
  const lines = reversed(await selectLines(transaction, reverses));
  const again = owedAgain(loan, change.effectiveOn, rules);
  await write(transaction, again, change, { description: CHARGE_OFF_REVERSED, lines, reverses });
  // What came meanwhile pays a loan that counts as never charged off.
  await adjustWriteOff(transaction, again, change);
  await setChargeOff(transaction, accountId, null);
  await setRecoveredBefore(transaction, accountId, null);
}

async function write(
  transaction: Transaction,
  loan: LoanState,
  { effectiveOn, postedAt, paymentId }: Pick<TermsChange, 'effectiveOn' | 'postedAt' | 'paymentId'>,
  entry: { readonly description: string; readonly lines: readonly Posting[]; readonly reverses?: number },
): Promise<void> {
  await writeLoanTransfer(transaction, loan, {
    description: entry.description,
    effectiveOn,
    postedAt,
    paymentId,
    countedCents: ZERO,
    reversesTransferId: entry.reverses ?? null,
    postings: entry.lines,
  });
  await updateTerms(transaction, loan);
}

async function setChargeOff(transaction: Transaction, accountId: number, chargeOff: ChargeOff | null): Promise<void> {
  await sql`
    update loans set charged_off_on = ${chargeOff?.on ?? null}, charged_off_cents = ${chargeOff?.amountCents ?? null}
    where account_id = ${accountId}`.execute(transaction);
}

async function setRecoveredBefore(
  transaction: Transaction,
  accountId: number,
  recoveredCents: Cents | null,
): Promise<void> {
  await sql`
    update loan_openings set recovered_cents = ${recoveredCents}::bigint
    where account_id = ${accountId} and recovered_cents is distinct from ${recoveredCents}::bigint`.execute(
    transaction,
  );
}

async function selectLines(queryable: Queryable, transferId: number): Promise<Posting[]> {
  const { rows } = await sql<Posting>`
    select ledger_code as "ledgerCode", account_id as "accountId", amount_cents as "amountCents" from postings
    where transfer_id = ${transferId} order by line`.execute(queryable);
  return rows;
}
