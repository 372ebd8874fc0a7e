import type { Day } from '#common/core/dates.ts';
import { type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import type { LedgerCode } from './ledger-codes.ts';

/** One line of a transfer. Debits are positive, credits negative; the lines of a transfer add up to zero. */
export interface Posting {
  readonly ledgerCode: LedgerCode;
  /** The customer account it belongs to; nothing for lines of the institution alone. */
  readonly accountId: number | null;
  readonly amountCents: Cents;
}

/** A movement of money that is not written yet. */
export interface TransferDraft {
  readonly description: string;
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  /** Posted at most once per payment. */
  readonly paymentId: string | null;
  readonly reversesTransferId: number | null;
  /** What of a payment counted towards installments. */
  readonly countedCents: Cents;
  readonly postings: readonly Posting[];
}

export function debit(ledgerCode: LedgerCode, accountId: number | null, amountCents: Cents): Posting {
  return { ledgerCode, accountId, amountCents };
}

export function credit(ledgerCode: LedgerCode, accountId: number | null, amountCents: Cents): Posting {
  return { ledgerCode, accountId, amountCents: subtractCents(ZERO, amountCents) };
}

/** Lines without an amount are left out. */
export function postings(...lines: readonly Posting[]): Posting[] {
  return lines.filter((line) => line.amountCents !== 0);
}
