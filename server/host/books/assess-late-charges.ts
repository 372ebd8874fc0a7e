import { maxCents, ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { shortestGrace } from '#common/accounts/rules/late-charge.ts';
import type { LateChargeAssessment } from '#server/host/host.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { isExceptFromLateCharge, loanFromRow } from './account-rows.ts';
import { assessLateCharge, LATE_CHARGE } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';
import { lockLateLoans, updateLateCharges } from './late-charges.queries.ts';
import { selectKept } from './overpayments.queries.ts';
import type { NewTransfer } from './transfer.ts';
import { writeBooks } from './write-books.queries.ts';

/**
 * Assesses late charges for some loans, in a fixed number of statements. Idempotent. A customer whose overpayment is
 * kept here isn't charged for what it covers: for example, after the first of two payoffs came back.
 */
export async function assessLateCharges(
  transaction: Transaction,
  { on, postedAt, loans: asked }: LateChargeAssessment,
  rules: ServicingRules,
): Promise<void> {
  const expected = new Map(asked.map(({ accountNumber, expectedCents }) => [accountNumber, expectedCents]));
  const rows = await lockLateLoans(transaction, {
    accountNumbers: [...expected.keys()],
    on,
    graceDays: shortestGrace(rules),
  });
  const kept = await selectKept(
    transaction,
    rows.map((row) => row.account_id),
  );
  const loans: LoanState[] = [];
  const transfers: NewTransfer[] = [];
  for (const row of rows) {
    let loan = loanFromRow(row);
    const circumstances = {
      excepted: isExceptFromLateCharge(row, rules),
      expectedCents: maxCents(expected.get(row.account_number) ?? ZERO, kept.get(row.account_id) ?? ZERO),
    };
    const assess = () => assessLateCharge(loan, on, rules, circumstances);
    for (let late = assess(); late; late = assess()) {
      loan = late.loan;
      if (late.postings.length === 0) continue;
      transfers.push({
        description: LATE_CHARGE,
        effectiveOn: on,
        postedAt,
        paymentId: null,
        countedCents: ZERO,
        reversesTransferId: null,
        postings: late.postings,
      });
    }
    if (loan.lateChargeFor !== row.late_charge_for) loans.push(loan);
  }
  await writeBooks(transaction, { transfers });
  await updateLateCharges(transaction, loans);
}
