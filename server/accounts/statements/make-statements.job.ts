import type { Job } from '#server/platform/jobs/job.ts';
import { addDays, dayInMonth } from '#common/core/dates.ts';
import type { Services } from '#server/services.ts';
import { getDocument } from './get-document.command.ts';
import { monthOf, statementMonths } from './statement-periods.ts';
import { listAccountsWithDocument } from './statements.queries.ts';

const ACCOUNTS_AT_ONCE = 500;

/** Runs every night of the first week of a month, to catch up on missed nights. */
export const makeStatementsJob: Job = {
  name: 'make-statements',
  schedule: '10 3 1-7 * *',
  async run(services, stopping) {
    const made = await makeStatements(services, stopping);
    if (made > 0) services.log.info({ made }, 'made statements');
  },
};

/**
 * Makes last month's missing statements of all accounts with electronic statements. Safe to interrupt and repeat. Older
 * months are made on request.
 * Returns how many were made.
 */
async function makeStatements(services: Services, stopping: AbortSignal): Promise<number> {
  const { host, database, clock, institution } = services;
  const today = clock.today();
  const month = monthOf(addDays(dayInMonth(today, 0, 1), -1));
  let made = 0;
  let after = '';
  while (!stopping.aborted) {
    const accounts = await host.listElectronicAccounts(after, ACCOUNTS_AT_ONCE);
    const numbers = accounts.map(({ accountNumber }) => accountNumber);
    const done = await listAccountsWithDocument(database, numbers, month.period);
    for (const owned of accounts.filter(({ accountNumber }) => !done.has(accountNumber))) {
      if (stopping.aborted) break;
      const account = await host.findStatementAccount(owned.customerId, owned.accountNumber);
      const months = account ? statementMonths(account, today, institution.timeZone) : [];
      const due = months.find(({ period }) => period === month.period);
      if (!due) continue;
      await getDocument(services, owned, due);
      made += 1;
    }
    after = numbers.at(-1) ?? '';
    if (accounts.length < ACCOUNTS_AT_ONCE) break;
  }
  return made;
}
