import type { AnyContext, Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { endQuarantine } from './quarantine.queries.ts';

export const releaseCommand: Command = {
  name: 'release',
  summary: 'Ends the quarantine of a restored copy',
  usage: `Usage: passbook release --by NAME

From then on, customers can sign in, and messages and payments that were waiting when the backup was
made go out. First make sure that the original no longer runs, and look at what happened after the
backup: docs/database.md.`,
  run: release,
  runWithoutInstitution: release,
};

async function release(args: readonly string[], { database, audit }: AnyContext): Promise<number> {
  const { by, rest } = takeOperator(args);
  if (rest.length > 0) {
    console.error(releaseCommand.usage);
    return 2;
  }
  if (!isNamed(by)) return 2;
  const ended = await inTransaction(database, async (transaction) => {
    const wasOn = await endQuarantine(transaction);
    if (wasOn) await audit.record(transaction, { event: 'quarantine-released', userId: null, details: { by } });
    return wasOn;
  });
  console.log(ended ? 'The quarantine is over.' : 'This database is in no quarantine.');
  return ended ? 0 : 1;
}
