import type { Day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Services } from '#server/services.ts';
import { findRefusal } from './refused-files.queries.ts';
import { readReversingFile } from './reverse-bank-file.command.ts';
import { findReversal, type ReversedFile } from './reversed-files.queries.ts';
import { readBankFile, type ReadBankFile } from './make-bank-file.command.ts';

/**
 * Writes a day's bank file for the operator, after recording it in the audit log: no file may exist without a trace. Not
 * one that the bank refused: its entries leave with another file. Of one that was reversed, the file that reverses it.
 */
export async function handOverBankFile(
  services: Services,
  businessOn: Day,
  { by, write }: { readonly by: string; readonly write: (text: string) => Promise<void> },
): Promise<Result<ReadBankFile, 'NoFile' | 'RefusedAlready'>> {
  const file = await readBankFile(services, businessOn);
  if (!file) return failure('NoFile');
  if (await findRefusal(services.database, businessOn)) return failure('RefusedAlready');
  const reversal = await findReversal(services.database, businessOn);
  const wanted = reversal ? reversingFile(services, reversal) : file;
  const { text, ...totals } = wanted;
  await recordOperatorAction(services, {
    action: 'bank-file-handed-over',
    by,
    details: { businessOn, ...totals },
  });
  await write(text);
  return success(wanted);
}

/** It sends credits only. */
export function reversingFile(services: Services, reversal: ReversedFile): ReadBankFile & { readonly reverses: true } {
  const { entries: creditCount, creditCents } = reversal;
  const text = readReversingFile(services, reversal);
  return { text, entryCount: 0, debitCents: ZERO, creditCount, creditCents, reverses: true };
}
