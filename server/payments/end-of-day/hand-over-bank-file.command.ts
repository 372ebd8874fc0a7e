import type { Day } from '#common/core/dates.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Services } from '#server/services.ts';
import { readBankFile, type ReadBankFile } from './make-bank-file.command.ts';

/**
 * Hands the bank file of a day to an operator. It is in the audit log before it is
 * written: a file that nobody can account for must not exist.
 * @returns undefined when the day has no file.
 */
export async function handOverBankFile(
  services: Services,
  businessOn: Day,
  { by, write }: { readonly by: string; readonly write: (text: string) => Promise<void> },
): Promise<ReadBankFile | undefined> {
  const file = await readBankFile(services, businessOn);
  if (!file) return undefined;
  const { entryCount, debitCents } = file;
  await recordOperatorAction(services, {
    action: 'bank-file-handed-over',
    by,
    details: { businessOn, entryCount, debitCents },
  });
  await write(file.text);
  return file;
}
