import { sql } from 'kysely';
import type { LienRelease, LienState } from '#common/accounts/rules/lien-release.ts';
import { typeCodes } from '#common/accounts/rules/account.ts';
import type { Day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import { payoffHoldOf } from '#common/payments/rules/payoff-hold.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { TermsChange } from '#server/host/host-loan-terms.ts';
import type { LienChange, LienOfLoan, LienQuery, LiensQuery, LiensToDo } from '#server/host/host-servicing.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { type LoanRow, loanFromRow } from './account-rows.ts';
import { selectAnyLoanOf, selectLoansByNumber } from './accounts.queries.ts';
import { ledger } from './ledger-codes.ts';
import { countWaiting, type PaidRow, selectOwingAgain, selectPaid, selectWaiting } from './liens.queries.ts';
import { selectNewestOf, writeLoanTransfer } from './loan-transfers.queries.ts';
import { lockLoanOnce } from './lock-loan.ts';
import { payoffOn } from './payoff.ts';
import { credit, debit } from './transfer.ts';

/** Shown in the history. Their transfers move nothing. */
const LIEN_RELEASED = 'Lien released';
const LIEN_RELEASE_WITHDRAWN = 'Lien release withdrawn';

export function lienOf(row: Pick<LoanRow, 'lien_released_on' | 'lien_reference'>): LienRelease | null {
  const { lien_released_on: releasedOn, lien_reference: reference } = row;
  return releasedOn === null || reference === null ? null : { releasedOn, reference };
}

export async function findLien(queryable: Queryable, query: LienQuery): Promise<LienState | undefined> {
  const row = await selectAnyLoanOf(queryable, query);
  const paid = row && (await selectPaid(queryable, row.account_id));
  return paid && stateOf(row, paid, query.on);
}

export async function listLiens(queryable: Queryable, { loanTypes, on, limit }: LiensQuery): Promise<LiensToDo> {
  const owingAgain = await selectOwingAgain(queryable);
  const waiting = await selectWaiting(queryable, loanTypes, limit);
  const rows = await selectLoansByNumber(queryable, [...owingAgain, ...waiting]);
  const describe = (paid: PaidRow): LienOfLoan[] => {
    const row = rows.get(paid.accountNumber);
    if (!row) return [];
    const { customer_id: customerId, account_number: accountNumber, description } = row;
    return [{ customerId, accountNumber, description, ...stateOf(row, paid, on) }];
  };
  return {
    owingAgain: owingAgain.flatMap(describe),
    waiting: waiting.flatMap(describe),
    waitingCount: await countWaiting(queryable, loanTypes),
  };
}

function stateOf(row: LoanRow, { lastPaidOn, lastReversibleOn }: PaidRow, on: Day): LienState {
  const hold = payoffHoldOf({ lockedForPayoff: row.locked_for_payoff, inDispute: row.in_dispute });
  return {
    loanType: row.type_code === typeCodes.loan ? row.loan_type : '',
    owedCents: payoffOn(loanFromRow(row), on),
    lastPaidOn,
    lastReversibleOn,
    isHeld: hold !== null,
    released: lienOf(row),
  };
}

/** Posts an entry that moves nothing, as of the day of the release. */
export async function postLienRelease(
  transaction: Transaction,
  { releasedOn, reference, ...change }: LienChange,
): Promise<void> {
  const row = await lockLoanOnce(transaction, change);
  if (!row) return;
  if (lienOf(row)) throw new HostRefused('TermsStay', `The lien of loan ${row.account_number} was released before.`);
  if (payoffOn(loanFromRow(row), change.effectiveOn) > 0) {
    throw new HostRefused('TermsStay', `Loan ${row.account_number} owes something, so its lien stays.`);
  }
  await writeEntry(transaction, row, { ...change, effectiveOn: releasedOn }, LIEN_RELEASED);
  await sql`
    update loans set lien_released_on = ${releasedOn}, lien_reference = ${reference}
    where account_id = ${row.account_id}`.execute(transaction);
}

/** Posts an entry that reverses the one of the release. */
export async function postLienWithdrawal(transaction: Transaction, change: TermsChange): Promise<void> {
  const row = await lockLoanOnce(transaction, change);
  if (!row) return;
  const released = await selectNewestOf(transaction, row.account_id, LIEN_RELEASED);
  if (!lienOf(row) || released === null) {
    throw new HostRefused('TermsStay', `No release of the lien of loan ${row.account_number} is recorded.`);
  }
  await writeEntry(transaction, row, change, LIEN_RELEASE_WITHDRAWN, released);
  await sql`
    update loans set lien_released_on = null, lien_reference = null
    where account_id = ${row.account_id}`.execute(transaction);
}

async function writeEntry(
  transaction: Transaction,
  row: LoanRow,
  { effectiveOn, postedAt, paymentId }: TermsChange,
  description: string,
  reversesTransferId: number | null = null,
): Promise<void> {
  const loan = loanFromRow(row);
  await writeLoanTransfer(transaction, loan, {
    description,
    effectiveOn,
    postedAt,
    paymentId,
    countedCents: ZERO,
    reversesTransferId,
    postings: [debit(ledger.loanPrincipal, loan.accountId, ZERO), credit(ledger.loanPrincipal, loan.accountId, ZERO)],
  });
}
