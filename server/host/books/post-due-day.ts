import { sql } from 'kysely';
import { ZERO } from '#common/core/money.ts';
import { failure, success } from '#common/core/results.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { DueDates, DueDayChange, DueDayPlan, DueDayProjection } from '#server/host/host-servicing.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { selectLoanForUpdate } from './accounts.queries.ts';
import { changeDueDay, DUE_DATE_CHANGED, whyDueDayStays } from './change-schedule.ts';
import { dueOn, upcomingDueDays } from './installments.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { selectPostedPayment, writeLoanTransfer } from './loan-transfers.queries.ts';
import { credit, debit } from './transfer.ts';

export function projectDueDay(loan: LoanState, { dueDay, on }: DueDayPlan): DueDayProjection {
  const datesOf = (state: LoanState): DueDates => ({
    dueDay: state.dueDay,
    dueOn: dueOn(state),
    lastDueOn: state.maturityOn,
    upcomingDueDays: upcomingDueDays(state, on),
  });
  const obstacle = whyDueDayStays(loan, dueDay, on);
  const after = obstacle === undefined ? success(datesOf(changeDueDay(loan, dueDay))) : failure(obstacle);
  return { now: datesOf(loan), after };
}

/** Posts an entry that moves nothing, so that the history shows the change and statements go back over it. */
export async function postDueDay(
  transaction: Transaction,
  { accountNumber, dueDay, effectiveOn, postedAt, paymentId }: DueDayChange,
): Promise<void> {
  const row = await selectLoanForUpdate(transaction, accountNumber);
  if (!row) throw new HostRefused('NotALoan', 'The due day of an account that is no loan was to be changed.');
  if (await selectPostedPayment(transaction, paymentId)) return;
  const loan = loanFromRow(row);
  const obstacle = whyDueDayStays(loan, dueDay, effectiveOn);
  if (obstacle)
    throw new HostRefused(
      'DueDayStays',
      `The due day of loan ${accountNumber} can't change to ${dueDay}: ${obstacle}.`,
    );
  const changed = changeDueDay(loan, dueDay);
  await writeLoanTransfer(transaction, changed, {
    description: DUE_DATE_CHANGED,
    effectiveOn,
    postedAt,
    paymentId,
    countedCents: ZERO,
    reversesTransferId: null,
    postings: [debit(ledger.loanPrincipal, loan.accountId, ZERO), credit(ledger.loanPrincipal, loan.accountId, ZERO)],
  });
  await updateSchedule(transaction, changed);
}

/** The transaction must hold the loan's lock. */
async function updateSchedule(transaction: Transaction, loan: LoanState): Promise<void> {
  await sql`
    update loans set
      due_day = ${loan.dueDay},
      maturity_on = ${loan.maturityOn},
      former_schedules = ${JSON.stringify(loan.formerSchedules)}::jsonb
    where account_id = ${loan.accountId}`.execute(transaction);
}
