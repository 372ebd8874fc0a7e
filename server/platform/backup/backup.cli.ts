import { countOf } from '#common/core/counts.ts';
import type { AnyContext, Command } from '#server/platform/cli/command.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { backUp } from './back-up.command.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Writes the database, the documents and the institution into a folder',
  usage: `Usage: passbook backup DIR --by NAME

The portal may run meanwhile. The field key is not part of the backup: keep it apart, since both
together reveal everything. DIR must be empty or new; keep it as protected as the database.
Exit code 1: the backup is complete, but documents are missing in the store already.`,
  run: makeBackup,
  runWithoutInstitution: makeBackup,
};

async function makeBackup(args: readonly string[], services: AnyContext): Promise<number> {
  const { by, rest } = takeOperator(args);
  const [folder] = rest;
  if (folder === undefined || rest.length !== 1) {
    console.error(backupCommand.usage);
    return 2;
  }
  if (!isNamed(by)) return 2;
  await recordOperatorAction(services, { action: 'backup-made', by });
  const { rows, documents, missing } = await backUp(services, folder);
  console.log(`Backed up ${countOf(rows, 'row')} and ${countOf(documents, 'document')} to ${folder}.`);
  if (missing.length === 0) return 0;
  console.error(
    `${countOf(missing.length, 'document is', 'documents are')} missing in the document store, such as ${missing[0]}.`,
  );
  return 1;
}
