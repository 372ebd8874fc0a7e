import type { Day } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Services } from '#server/services.ts';
import { findFileRejection } from './rejected-files.queries.ts';
import { readBankFile, type ReadBankFile } from './make-bank-file.command.ts';

/**
 * Writes a day's bank file for the operator, after recording it in the audit log: no file may exist without a trace. Not
 * one that the bank rejected: its entries leave with another file.
 */
export async function handOverBankFile(
  services: Services,
  businessOn: Day,
  { by, write }: { readonly by: string; readonly write: (text: string) => Promise<void> },
): Promise<Result<ReadBankFile, 'NoFile' | 'RefusedAlready'>> {
  const file = await readBankFile(services, businessOn);
  if (!file) return failure('NoFile');
  if (await findFileRejection(services.database, businessOn)) return failure('RefusedAlready');
  const { text: _text, ...totals } = file;
  await recordOperatorAction(services, {
    action: 'bank-file-handed-over',
    by,
    details: { businessOn, ...totals },
  });
  await write(file.text);
  return success(file);
}
