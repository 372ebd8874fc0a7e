import type { Job } from '#server/platform/jobs/job.ts';
import { addDays, dayInMonth } from '#common/core/dates.ts';
import type { HostSets } from '#server/host/host.ts';
import type { OwnedAccount, StatementAccount } from '#server/host/host-statements.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { getDocument } from './get-document.command.ts';
import { designOf } from './statement-design.ts';
import { statementFigures } from './statement-figures.ts';
import { type DocumentPeriod, momentsOf, monthOf, statementMonths } from './statement-periods.ts';
import { keepDocuments, listAccountsWithDocument } from './statements.queries.ts';

/** Statements that are read, stored and committed together; few enough that their memory doesn't count. */
const SET_SIZE = 500;

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
 * Makes last month's missing statements of all accounts with electronic statements, a set at a time. Safe to interrupt
 * and repeat: what is stored is skipped. Older months are made on request. A statement that can't be made doesn't block
 * the others.
 * Returns how many were made.
 */
export async function makeStatements(services: Services, stopping: AbortSignal): Promise<number> {
  const { host, database, clock } = services;
  const { period } = monthOf(addDays(dayInMonth(clock.today(), 0, 1), -1));
  let made = 0;
  let after = '';
  while (!stopping.aborted) {
    const accounts = await host.listElectronicAccounts(after, SET_SIZE);
    const numbers = accounts.map(({ accountNumber }) => accountNumber);
    const done = await listAccountsWithDocument(database, numbers, period);
    const missing = accounts.filter(({ accountNumber }) => !done.has(accountNumber));
    made += (await makeSet(services, missing, period)) ?? (await makeAlone(services, missing, period, stopping));
    after = numbers.at(-1) ?? '';
    if (accounts.length < SET_SIZE) break;
  }
  return made;
}

/** Returns how many were made; undefined, having stored nothing, if each must be made alone. */
async function makeSet(
  services: Services,
  missing: readonly OwnedAccount[],
  period: string,
): Promise<number | undefined> {
  const { sets } = services.host;
  if (!sets) return undefined;
  if (missing.length === 0) return 0;
  try {
    return await storeSet(services, sets, missing, period);
  } catch (error) {
    services.log.error({ err: error, statements: missing.length }, 'could not make a set of statements');
    return undefined;
  }
}

async function storeSet(
  services: Services,
  sets: HostSets,
  missing: readonly OwnedAccount[],
  period: string,
): Promise<number> {
  const { database, clock, institution } = services;
  const found = await sets.findStatementAccounts(missing);
  const due = missing.flatMap((owned) => {
    const month = dueMonth(services, found.get(owned.accountNumber), period);
    return month ? [{ ...owned, month, period: momentsOf(month, institution.timeZone) }] : [];
  });
  if (due.length === 0) return 0;
  const statements = await sets.readStatements(due);
  const madeAt = clock.now();
  const documents = due.flatMap(({ accountNumber, month }) => {
    const statement = statements.get(accountNumber);
    if (!statement) return [];
    return [{ accountNumber, period, figures: statementFigures(statement, month.from, month.through), madeAt }];
  });
  return inTransaction(database, (transaction) => keepDocuments(transaction, designOf(institution), documents));
}

async function makeAlone(
  services: Services,
  missing: readonly OwnedAccount[],
  period: string,
  stopping: AbortSignal,
): Promise<number> {
  let made = 0;
  for (const owned of missing) {
    if (stopping.aborted) break;
    try {
      const account = await services.host.findStatementAccount(owned.customerId, owned.accountNumber);
      const month = dueMonth(services, account, period);
      if (!month) continue;
      await getDocument(services, owned, month);
      made += 1;
    } catch (error) {
      services.log.error({ err: error, accountNumber: owned.accountNumber }, 'could not make a statement');
    }
  }
  return made;
}

function dueMonth(
  { clock, institution }: Services,
  account: StatementAccount | undefined,
  period: string,
): DocumentPeriod | undefined {
  const months = account ? statementMonths(account, clock.today(), institution.timeZone) : [];
  return months.find((month) => month.period === period);
}
