import { accrueThrough } from '#common/accounts/rules/interest.ts';
import { subtractCents, ZERO } from '#common/core/money.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { LateCharge } from '#server/host/host-payments.ts';
import type { LateChargeReversal } from '#server/host/host.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { selectCharges } from './late-charges.queries.ts';
import { ledger } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { writeLoanTransfer } from './loan-transfers.queries.ts';
import { lockLoan } from './lock-loan.ts';
import { credit, debit } from './transfer.ts';
import { adjustWriteOff } from './write-off.ts';

const MAX_LISTED = 50;

export const LATE_CHARGE_WAIVED = 'Late charge waived';

export async function listLateCharges(queryable: Queryable, loan: LoanState): Promise<LateCharge[]> {
  const charges = await selectCharges(queryable, loan.accountId);
  return charges
    .filter(({ reversed }) => !reversed)
    .slice(0, MAX_LISTED)
    .map(({ transferId, chargedOn, amountCents }) => ({
      chargeId: String(transferId),
      chargedOn,
      amountCents,
      owed: loan.lateChargesCents >= amountCents,
    }));
}

/**
 * Takes a late charge back: it is no longer owed nor income. Its installment stays decided, so it is not charged again.
 * Idempotent.
 */
export async function reverseLateCharge(
  transaction: Transaction,
  { accountNumber, chargeId, effectiveOn, postedAt }: LateChargeReversal,
): Promise<void> {
  const loan = loanFromRow(await lockLoan(transaction, accountNumber));
  const charges = await selectCharges(transaction, loan.accountId);
  const charge = charges.find(({ transferId }) => String(transferId) === chargeId);
  if (!charge) throw new HostRefused('NoSuchAccount', `The loan has no late charge ${chargeId}.`);
  if (charge.reversed) return;
  const { transferId, amountCents } = charge;
  if (loan.lateChargesCents < amountCents) {
    throw new HostRefused('ChargePaid', `A payment has paid the late charge ${chargeId}.`);
  }
  const lateChargesCents = subtractCents(loan.lateChargesCents, amountCents);
  const postings = [
    debit(ledger.lateChargeIncome, null, amountCents),
    credit(ledger.lateCharges, loan.accountId, amountCents),
  ];
  const waived = { ...accrueThrough(loan, effectiveOn), lateChargesCents };
  await writeLoanTransfer(transaction, waived, {
    description: LATE_CHARGE_WAIVED,
    effectiveOn,
    postedAt,
    paymentId: null,
    countedCents: ZERO,
    reversesTransferId: transferId,
    postings,
  });
  await adjustWriteOff(transaction, waived, { effectiveOn, postedAt });
}
