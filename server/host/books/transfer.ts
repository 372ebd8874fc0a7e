import type { Day } from '#common/core/dates.ts';
import { type Cents, subtractCents, ZERO } from '#common/core/money.ts';
import type { LedgerCode } from './ledger-codes.ts';

/** A line of a transfer. Debits are positive, credits negative; a transfer's lines add up to zero. */
export interface Posting {
  readonly ledgerCode: LedgerCode;
  /** Null for lines of the institution itself. */
  readonly accountId: number | null;
  readonly amountCents: Cents;
}

export interface NewTransfer {
  readonly description: string;
  readonly effectiveOn: Day;
  readonly postedAt: Temporal.Instant;
  /** Unique: posted at most once per payment. */
  readonly paymentId: string | null;
  readonly reversesTransferId: number | null;
  /** The payment that it posts to another loan than before. */
  readonly movesPaymentId?: string;
  /** The part of a payment that went to installments. */
  readonly countedCents: Cents;
  readonly postings: readonly Posting[];
}

export function debit(ledgerCode: LedgerCode, accountId: number | null, amountCents: Cents): Posting {
  return { ledgerCode, accountId, amountCents };
}

export function credit(ledgerCode: LedgerCode, accountId: number | null, amountCents: Cents): Posting {
  return { ledgerCode, accountId, amountCents: subtractCents(ZERO, amountCents) };
}

/** Returns the line of the money that came in with a payment. */
export function moneyIn(lines: readonly Posting[]): Posting | undefined {
  return lines.find(({ accountId, amountCents }) => accountId === null && amountCents > 0);
}

/** Leaves out lines with a zero amount. */
export function postings(...lines: readonly Posting[]): Posting[] {
  return lines.filter((line) => line.amountCents !== 0);
}
