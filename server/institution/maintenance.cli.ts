import { setMaintenance } from './operating-state.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { AnyContext, Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

export const maintenanceCommand: Command = {
  name: 'maintenance',
  summary: 'Closes the site to customers for maintenance, or reopens it',
  usage: 'Usage: passbook maintenance on|off --by NAME',
  run: closeOrOpen,
  runWithoutInstitution: closeOrOpen,
};

async function closeOrOpen(args: readonly string[], { database, audit }: AnyContext): Promise<number> {
  const { by, rest } = takeOperator(args);
  const [state] = rest;
  if (rest.length !== 1 || (state !== 'on' && state !== 'off')) {
    console.error(maintenanceCommand.usage);
    return 2;
  }
  if (!isNamed(by)) return 2;
  await inTransaction(database, async (transaction) => {
    await setMaintenance(transaction, state === 'on');
    await audit.record(transaction, { event: `maintenance-${state}`, userId: null, details: { by } });
  });
  console.log(state === 'on' ? 'The site is closed for maintenance.' : 'The site is open.');
  return 0;
}
