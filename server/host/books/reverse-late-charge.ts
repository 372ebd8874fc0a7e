import { accrueThrough } from '#common/accounts/rules/interest.ts';
import { subtractCents, ZERO } from '#common/core/money.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { ChargeKind, LateCharge } from '#server/host/host-payments.ts';
import type { LateChargeReversal } from '#server/host/host.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { loanFromRow } from './account-rows.ts';
import { selectCharges } from './late-charges.queries.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { writeLoanTransfer } from './loan-transfers.queries.ts';
import { lockLoan } from './lock-loan.ts';
import { credit, debit } from './transfer.ts';
import { adjustWriteOff } from './write-off.ts';

const MAX_LISTED = 50;

export const LATE_CHARGE_WAIVED = 'Late charge waived';
export const RETURN_FEE_WAIVED = 'Returned payment fee waived';

export async function listLateCharges(queryable: Queryable, loan: LoanState): Promise<LateCharge[]> {
  const charges = await selectCharges(queryable, loan.accountId);
  return charges
    .filter(({ reversed }) => !reversed)
    .slice(0, MAX_LISTED)
    .map(({ transferId, kind, chargedOn, amountCents }) => ({
      chargeId: String(transferId),
      kind,
      chargedOn,
      amountCents,
      owed: loan[places[kind].owed] >= amountCents,
    }));
}

interface PlaceOfCharge {
  readonly owed: 'lateChargesCents' | 'otherFeesCents';
  readonly receivable: LedgerCode;
  readonly income: LedgerCode;
  readonly waived: string;
}

const places = {
  late: {
    owed: 'lateChargesCents',
    receivable: ledger.lateCharges,
    income: ledger.lateChargeIncome,
    waived: LATE_CHARGE_WAIVED,
  },
  returnedPayment: {
    owed: 'otherFeesCents',
    receivable: ledger.otherFees,
    income: ledger.otherFeeIncome,
    waived: RETURN_FEE_WAIVED,
  },
} as const satisfies Record<ChargeKind, PlaceOfCharge>;

/**
 * Takes a late charge, or the fee for a returned payment, back: it is no longer owed nor income. The installment of a
 * late charge stays decided, so it is not charged again. Idempotent.
 */
export async function reverseLateCharge(
  transaction: Transaction,
  { accountNumber, chargeId, effectiveOn, postedAt }: LateChargeReversal,
): Promise<void> {
  const loan = loanFromRow(await lockLoan(transaction, accountNumber));
  const charges = await selectCharges(transaction, loan.accountId);
  const charge = charges.find(({ transferId }) => String(transferId) === chargeId);
  if (!charge) throw new HostRefused('NoSuchAccount', `The loan has no charge ${chargeId}.`);
  if (charge.reversed) return;
  const { transferId, amountCents } = charge;
  const { owed, receivable, income, waived: description } = places[charge.kind];
  if (loan[owed] < amountCents) throw new HostRefused('ChargePaid', `A payment has paid the charge ${chargeId}.`);
  const postings = [debit(income, null, amountCents), credit(receivable, loan.accountId, amountCents)];
  const waived = { ...accrueThrough(loan, effectiveOn), [owed]: subtractCents(loan[owed], amountCents) };
  await writeLoanTransfer(transaction, waived, {
    description,
    effectiveOn,
    postedAt,
    paymentId: null,
    countedCents: ZERO,
    reversesTransferId: transferId,
    postings,
  });
  await adjustWriteOff(transaction, waived, { effectiveOn, postedAt });
}
