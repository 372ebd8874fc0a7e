import { failure, type Result, success } from '#common/core/results.ts';
import { forStaff } from '#server/host/host-accounts.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export type ShowRefusal = 'NotFound' | 'NotHidden';

/**
 * Shows an account on the web again that its customer hid. Its statements stay on paper until the customer chooses.
 * @param within runs in the transaction of the change
 */
export function showOnWeb(
  services: Services,
  { customerId, accountNumber }: { readonly customerId: string; readonly accountNumber: string },
  decision: { readonly by: string; readonly reason: string },
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, ShowRefusal>> {
  const { audit, clock, database, host } = services;
  const subject = accountSubject(accountNumber);
  const read = async () => {
    const accounts = await host.listAccounts(customerId, clock.today(), forStaff);
    return accounts.find(({ number }) => number === accountNumber);
  };
  return readThenChange(database, subject, read, async (transaction, account) => {
    if (!account) return failure('NotFound');
    if (!account.hidden) return failure('NotHidden');
    await raiseGuard(transaction, subject);
    await enqueueHostTask(services, transaction, { kind: 'showOnWeb', accountNumber });
    const details = { customerId, accountNumber, ...decision };
    await audit.record(transaction, { event: 'account-shown', userId: null, details });
    await within(transaction);
    return success(undefined);
  });
}
