import { createHash } from 'node:crypto';
import { type Result, success } from '#common/core/results.ts';
import { blocksAccount } from '#server/payments-network/nacha/return-codes.ts';
import {
  type BankNotice,
  type ChangeNotice,
  readReturnFile,
  type ReturnNotice,
} from '#server/payments-network/nacha/return-file.ts';
import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { indexBankAccount, unsealNumbers } from '#server/payments/methods/bank-account-numbers.ts';
import { blockBankAccount } from '#server/payments/methods/blocked-bank-accounts.queries.ts';
import { returnPayment } from '#server/payments/settlement/return-payment.command.ts';
import { applyBankChange, keep, planBankChange } from './apply-bank-change.command.ts';
import { settleReturn } from './settle-clearing.command.ts';
import { type FiledEntry, findEntryByTrace, insertBankNotice } from './bank-notices.queries.ts';

export interface ReturnsTaken {
  readonly returned: number;
  readonly changed: readonly string[];
  /** Changes an operator must decide (`passbook changes`), with reasons. */
  readonly undecided: readonly string[];
  /** Notices that were already processed, from the same or an overlapping file. */
  readonly known: number;
  /** Notices that match no draft, one sentence each. */
  readonly unmatched: readonly string[];
}

type Became =
  | { readonly kind: 'returned' | 'changed' | 'known' }
  | { readonly kind: 'undecided' | 'unmatched'; readonly reason: string };

/**
 * Processes a return file: reverses returned payments, tells the customers, blocks accounts where the reason requires
 * it, and applies the banks' account changes. Drafts are not presented again. Each notice is one transaction, so an
 * interrupted file can be read again from the start.
 * Returns the problem if the file is incomplete; nothing is done then.
 */
export async function takeReturns(services: Services, text: string): Promise<Result<ReturnsTaken>> {
  const read = readReturnFile(text);
  if (!read.ok) return read;
  const fileHash = createHash('sha256').update(text).digest();
  const taken: (readonly [BankNotice, Became])[] = [];
  for (const notice of read.value) taken.push([notice, await takeNotice(services, notice, fileHash)]);
  const count = (wanted: Became['kind']) => taken.filter(([, became]) => became.kind === wanted).length;
  const described = (wanted: Became['kind']) =>
    taken.filter(([, became]) => became.kind === wanted).map(([notice, became]) => describe(notice, became));
  return success({
    returned: count('returned'),
    known: count('known'),
    changed: described('changed'),
    undecided: described('undecided'),
    unmatched: described('unmatched'),
  });
}

function describe({ code, originalTrace }: BankNotice, became: Became): string {
  const name = `${code} for entry ${originalTrace}`;
  return 'reason' in became ? `${name}: ${became.reason}` : name;
}

async function takeNotice(services: Services, notice: BankNotice, fileHash: Uint8Array): Promise<Became> {
  const amountCents = notice.kind === 'return' ? notice.amountCents : undefined;
  const entry = await findEntryByTrace(services.database, notice.originalTrace, amountCents);
  if (!entry) return { kind: 'unmatched', reason: 'unknown entry' };
  return notice.kind === 'return'
    ? takeReturn(services, notice, entry, fileHash)
    : takeChange(services, notice, entry, fileHash);
}

async function takeReturn(
  services: Services,
  { code, amountCents }: ReturnNotice,
  entry: FiledEntry,
  fileHash: Uint8Array,
): Promise<Became> {
  if (amountCents !== entry.amountCents) return { kind: 'unmatched', reason: 'another amount' };
  const at = services.clock.now();
  return inTransaction(services.database, async (transaction) => {
    const isNew = await insertBankNotice(transaction, { entryId: entry.entryId, code, fileHash, at });
    if (!isNew) return { kind: 'known' };
    if (blocksAccount(code)) await block(services, transaction, entry, { code, at });
    const { returned } = await returnPayment(services, transaction, entry.paymentId, code);
    if (returned) await settleReturn(services, transaction, entry);
    return { kind: returned ? 'returned' : 'known' };
  });
}

async function takeChange(
  services: Services,
  { code, corrected }: ChangeNotice,
  entry: FiledEntry,
  fileHash: Uint8Array,
): Promise<Became> {
  const notice = { entry, code, corrected };
  const plan = await planBankChange(services, notice);
  const at = services.clock.now();
  return inTransaction(services.database, async (transaction) => {
    const isNew = await insertBankNotice(transaction, { entryId: entry.entryId, code, fileHash, at });
    if (!isNew) return { kind: 'known' };
    if (plan.ok) {
      await applyBankChange(services, transaction, notice, plan.value, null);
      return { kind: 'changed' };
    }
    await keep(services, transaction, notice, { state: 'waiting', reason: plan.error, by: null });
    const details = { paymentId: entry.paymentId, code, reason: plan.error };
    await services.audit.record(transaction, { event: 'bank-account-change-notified', userId: null, details });
    return { kind: 'undecided', reason: plan.error };
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
