import { sql } from 'kysely';
import { newInstallmentsAfter } from '#common/accounts/rules/agreed-terms.ts';
import type { Day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { DueDates, TermsChange } from '#server/host/host-loan-terms.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { type LoanRow, loanFromRow } from './account-rows.ts';
import { dueOn, upcomingDueDays } from './installments.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { writeLoanTransfer } from './loan-transfers.queries.ts';
import { lockLoanOnce } from './lock-loan.ts';
import { credit, debit } from './transfer.ts';

export function datesOf(loan: LoanState, on: Day): DueDates {
  const next = dueOn(loan);
  return {
    dueDay: loan.dueDay,
    dueOn: next,
    lastDueOn: loan.maturityOn,
    upcomingDueDays: upcomingDueDays(loan, on),
    newInstallments: next === null ? [] : newInstallmentsAfter(loan, next),
  };
}

interface ChangedTerms {
  /** Shown in the history. */
  readonly description: string;
  readonly whyNot: (loan: LoanState, row: LoanRow) => string | undefined;
  readonly change: (loan: LoanState) => LoanState;
  /** Returns the transfer that this one takes back. */
  readonly reverses?: (loan: LoanState) => Promise<number | null>;
}

/** Posts an entry that moves nothing, so that the history shows the change and statements go back over it. */
export async function postTermsChange(
  transaction: Transaction,
  { accountNumber, effectiveOn, postedAt, paymentId }: TermsChange,
  { description, whyNot, change, reverses }: ChangedTerms,
): Promise<void> {
  const row = await lockLoanOnce(transaction, { accountNumber, paymentId });
  if (!row) return;
  const loan = loanFromRow(row);
  const obstacle = whyNot(loan, row);
  if (obstacle) throw new HostRefused('TermsStay', `The terms of loan ${accountNumber} can't change: ${obstacle}.`);
  const changed = change(loan);
  await writeLoanTransfer(transaction, changed, {
    description,
    effectiveOn,
    postedAt,
    paymentId,
    countedCents: ZERO,
    reversesTransferId: (await reverses?.(loan)) ?? null,
    postings: [debit(ledger.loanPrincipal, loan.accountId, ZERO), credit(ledger.loanPrincipal, loan.accountId, ZERO)],
  });
  await updateTerms(transaction, changed);
}

/** The transaction must hold the loan's lock. */
export async function updateTerms(transaction: Transaction, loan: LoanState): Promise<void> {
  await sql`
    update loans set
      due_day = ${loan.dueDay},
      maturity_on = ${loan.maturityOn},
      former_schedules = ${JSON.stringify(loan.formerSchedules)}::jsonb,
      late_charge_for = ${loan.lateChargeFor}::date,
      installment_cents = ${loan.installmentCents},
      former_terms = ${JSON.stringify(loan.formerTerms)}::jsonb
    where account_id = ${loan.accountId}`.execute(transaction);
  await sql`
    update accounts set rate_ppm = ${loan.rate}
    where account_id = ${loan.accountId} and rate_ppm <> ${loan.rate}`.execute(transaction);
}
