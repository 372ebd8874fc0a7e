import type { Day } from '#common/core/dates.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Services } from '#server/services.ts';
import { readBankFile, type ReadBankFile } from './make-bank-file.command.ts';

/**
 * Writes a day's bank file for the operator, after recording it in the audit log: no file may exist without a trace.
 * Returns undefined if the day has no file.
 */
export async function handOverBankFile(
  services: Services,
  businessOn: Day,
  { by, write }: { readonly by: string; readonly write: (text: string) => Promise<void> },
): Promise<ReadBankFile | undefined> {
  const file = await readBankFile(services, businessOn);
  if (!file) return undefined;
  const { text: _text, ...totals } = file;
  await recordOperatorAction(services, {
    action: 'bank-file-handed-over',
    by,
    details: { businessOn, ...totals },
  });
  await write(file.text);
  return file;
}
