import { addCents, subtractCents, ZERO } from '#common/core/money.ts';
import { ledger, type LedgerCode } from './ledger-codes.ts';
import type { LoanState } from './loan-state.ts';
import { credit, debit, type Posting } from './transfer.ts';

/** Shown in the history. */
export const CHARGED_OFF = 'Charged off';

/** The assets that a charge-off takes off the ledger. Interest is income when it is paid, so none of it is an asset. */
const receivables: ReadonlySet<LedgerCode> = new Set([ledger.loanPrincipal, ledger.lateCharges, ledger.otherFees]);

const ofWriteOff: ReadonlySet<LedgerCode> = new Set([ledger.chargedOffLoans, ledger.recoveries, ledger.loanLosses]);

export function isOfWriteOff({ ledgerCode }: Posting): boolean {
  return ofWriteOff.has(ledgerCode);
}

/** Adds the lines that make the payment of a charged-off loan a recovery. */
export function withRecovery(
  { accountId, chargedOffOn }: Pick<LoanState, 'accountId' | 'chargedOffOn'>,
  lines: readonly Posting[],
): Posting[] {
  if (chargedOffOn === null) return [...lines];
  const paid = lines.filter((line) => line.accountId === accountId && receivables.has(line.ledgerCode));
  const paidCents = subtractCents(ZERO, addCents(...paid.map(({ amountCents }) => amountCents)));
  if (paidCents === 0) return [...lines];
  return [
    ...lines,
    debit(ledger.chargedOffLoans, accountId, paidCents),
    credit(ledger.recoveries, accountId, paidCents),
  ];
}
