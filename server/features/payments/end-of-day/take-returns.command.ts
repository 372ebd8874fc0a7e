import { createHash } from 'node:crypto';
import { type Result, success } from '#common/core/results.ts';
import { blocksAccount } from '#server/payments-network/nacha/return-codes.ts';
import { type BankNotice, readReturnFile } from '#server/payments-network/nacha/return-file.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { indexBankAccount, unsealNumbers } from '../bank-account-numbers.ts';
import { blockBankAccount } from '../blocked-bank-accounts.queries.ts';
import { returnPayment } from '../return-payment.command.ts';
import { type FiledEntry, findEntryByTrace, insertBankNotice } from './bank-notices.queries.ts';

/** What became of the notices of a file. */
export interface ReturnsTaken {
  readonly returned: number;
  /** Numbers that the bank wants changed; somebody has to see to them. */
  readonly changes: readonly string[];
  /** Known from before: the same file, or part of it, came again. */
  readonly known: number;
  /** Notices that fit no draft of ours, each in its own words. */
  readonly unmatched: readonly string[];
}

type Taken = 'returned' | 'change' | 'known' | 'unknown entry' | 'another amount';

/**
 * Takes a file of returns in: each draft that came back is taken off the loan, its
 * customer told, and its account blocked where the reason demands it. A draft is
 * not presented again. Every notice is one transaction, so a file that was cut
 * short is taken again from its beginning, and what was done stays done.
 * @returns what is wrong with the file when it is not whole; then nothing was done.
 */
export async function takeReturns(services: Services, text: string): Promise<Result<ReturnsTaken>> {
  const read = readReturnFile(text);
  if (!read.ok) return read;
  const fileHash = createHash('sha256').update(text).digest();
  const taken = new Map<BankNotice, Taken>();
  for (const notice of read.value) taken.set(notice, await takeNotice(services, notice, fileHash));
  const entries = [...taken];
  const described = (wanted: readonly Taken[]) =>
    entries.filter(([, became]) => wanted.includes(became)).map(([notice, became]) => describe(notice, became));
  const count = (wanted: Taken) => entries.filter(([, became]) => became === wanted).length;
  return success({
    returned: count('returned'),
    known: count('known'),
    changes: described(['change']),
    unmatched: described(['unknown entry', 'another amount']),
  });
}

function describe({ code, originalTrace }: BankNotice, became: Taken): string {
  return became === 'change' ? `${code} for entry ${originalTrace}` : `${code} for entry ${originalTrace}: ${became}`;
}

async function takeNotice(services: Services, notice: BankNotice, fileHash: Uint8Array): Promise<Taken> {
  const at = services.clock.now();
  return inTransaction(services.database, async (transaction) => {
    const entry = await findEntryByTrace(transaction, notice.originalTrace);
    if (!entry) return 'unknown entry';
    if (notice.kind === 'return' && notice.amountCents !== entry.amountCents) return 'another amount';
    const { code } = notice;
    const isNew = await insertBankNotice(transaction, { entryId: entry.entryId, code, fileHash, at });
    if (!isNew) return 'known';
    if (notice.kind === 'change') {
      const details = { paymentId: entry.paymentId, code };
      await services.audit.record(transaction, { event: 'bank-account-change-notified', userId: null, details });
      return 'change';
    }
    if (blocksAccount(code)) await block(services, transaction, entry, { code, at });
    const { returned } = await returnPayment(services, transaction, entry.paymentId, code);
    return returned ? 'returned' : 'known';
  });
}

async function block(
  services: Services,
  transaction: Transaction,
  entry: FiledEntry,
  { code, at }: { readonly code: string; readonly at: Temporal.Instant },
): Promise<void> {
  const numbers = unsealNumbers(services, entry, `ach-entry:${entry.paymentId}`);
  await blockBankAccount(transaction, { accountIndex: indexBankAccount(services, numbers), code, at });
}
