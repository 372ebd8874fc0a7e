import { ZERO } from '#common/core/money.ts';
import type { ServicingRules } from '#common/institution/institution.ts';
import { isClosed } from '#common/accounts/rules/account.ts';
import { isExceptLoan, lateChargePolicyOf, shortestGrace } from '#common/accounts/rules/late-charge.ts';
import type { LateChargeAssessment } from '#server/host/host.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { type LoanRow, loanFromRow } from './account-rows.ts';
import { assessLateCharge, LATE_CHARGE } from './loan-events.ts';
import type { LoanState } from './loan-state.ts';
import { lockLateLoans, updateLateCharges } from './late-charges.queries.ts';
import type { TransferDraft } from './transfer.ts';
import { writeBooks } from './write-books.queries.ts';

/** How many loans one transaction holds. */
const BATCH_SIZE = 500;

/**
 * Goes through the loans that are late, in batches: each batch is written in a
 * few statements, however many charges it has. Whoever does it again finds each
 * installment charged for.
 */
export async function assessLateCharges(
  database: Database,
  assessment: LateChargeAssessment,
  rules: ServicingRules,
  stopping: AbortSignal,
): Promise<number> {
  let charged = 0;
  for (let after: number | undefined = 0; after !== undefined && !stopping.aborted;) {
    const from: number = after;
    const batch = await inTransaction(database, (transaction) => chargeBatch(transaction, from, assessment, rules));
    charged += batch.charged;
    after = batch.lastId;
  }
  return charged;
}

async function chargeBatch(
  transaction: Transaction,
  after: number,
  { on, postedAt, expectedPayments }: LateChargeAssessment,
  rules: ServicingRules,
): Promise<{ readonly charged: number; readonly lastId: number | undefined }> {
  const rows = await lockLateLoans(transaction, { after, on, graceDays: shortestGrace(rules), limit: BATCH_SIZE });
  const expected = await expectedPayments?.(
    transaction,
    rows.map((row) => row.account_number),
  );
  const loans: LoanState[] = [];
  const transfers: TransferDraft[] = [];
  for (const row of rows) {
    let loan = loanFromRow(row);
    const circumstances = {
      excepted: isClosed({ comment: row.hold_code }) || isExcept(row, rules),
      expectedCents: expected?.get(row.account_number) ?? ZERO,
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
  return { charged: transfers.length, lastId: rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.account_id };
}

function isExcept(row: LoanRow, rules: ServicingRules): boolean {
  const loan = { holdCode: row.hold_code, inDispute: row.in_dispute };
  return isExceptLoan(lateChargePolicyOf(rules, row.loan_type), loan);
}
