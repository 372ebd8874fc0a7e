import { writeFile } from 'node:fs/promises';
import { findDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Command } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { readTrialBalance, trialBalanceCsv } from './trial-balance.ts';

const usage = `Usage: passbook trial-balance DAY FILE --by NAME

Writes a CSV file with every account of the general ledger on a day that is over (such as
2026-11-23): its balance before, the debits and credits of the day, and its balance after.
Only with Passbook's own books.`;

export const trialBalanceCommand: Command = {
  name: 'trial-balance',
  summary: 'Writes the balance of every ledger account on a day',
  usage,
  async run(args, { ledgerReports, clock, database, audit }) {
    const { by, rest } = takeOperator(args);
    const [dayText = '', file, ...more] = rest;
    const on = findDay(dayText);
    if (!on || file === undefined || more.length > 0) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    if (!ledgerReports) {
      console.error('The core keeps the general ledger.');
      return 1;
    }
    if (on >= clock.today()) {
      console.error(`${on} isn't over yet.`);
      return 1;
    }
    const balance = await readTrialBalance(ledgerReports, on);
    await writeFile(file, trialBalanceCsv(on, balance));
    const details = { on, by };
    await inTransaction(database, (transaction) =>
      audit.record(transaction, { event: 'trial-balance-exported', userId: null, details }),
    );
    console.log(`${file}: ${balance.lines.length} accounts, ${formatCents(balance.movedCents)} debits and credits.`);
    return 0;
  },
};
