import { writeFile } from 'node:fs/promises';
import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { describeDay } from './describe-day.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { findBusinessDay, listOpenDays } from './business-days.queries.ts';
import { handOverBankFile } from './hand-over-bank-file.command.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `passbook end-of-day
passbook end-of-day --catch-up --by NAME
passbook end-of-day show YYYY-MM-DD
passbook end-of-day file YYYY-MM-DD PATH --by NAME

Without more it ends every business day that is over (after the cut-off of bank
drafts) and was not ended: submits what is due, makes the bank file, assesses late
charges, and compares books, bank file and card processor. A job of the server does
the same by itself; running both, or one of them twice, does no harm. A step that
fails is shown, and tried again with the next run; it holds back only what depends
on it.

--catch-up ends more than three days at once. Check the clock first: the end of a
day cannot be undone.

show prints what was done and found for a day, or what it waits for.

file writes the bank file of a day to a path, readable by its owner alone. It holds
account numbers: hand it to the bank and delete it. The same file can be written
again at any time; every hand-over is in the audit log. What is kept is sealed.

Ends with 1 when something does not agree, or a day could not be ended.`;

/** As many open days as anybody reads. */
const MAX_SHOWN = 20;

export const endOfDayCommand: Command = {
  name: 'end-of-day',
  summary: 'Ends business days: bank file, late charges, comparison of books, bank and card processor',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [action, dayText = '', path] = rest;
    const day = findDay(dayText);
    if (action === undefined) return endDays(context, false);
    if (action === 'show' && day && rest.length === 2) return show(context, day);
    const catchesUp = action === '--catch-up' && rest.length === 1;
    const writes = action === 'file' && day && path && rest.length === 3;
    if (!catchesUp && !writes) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    return writes ? writeBankFile(context, day, path, by) : catchUp(context, by);
  },
};

async function catchUp(context: CommandContext, by: string): Promise<number> {
  await recordOperatorAction(context, { action: 'end-of-day-catch-up', by });
  return endDays(context, true);
}

async function endDays(context: CommandContext, anyNumber: boolean): Promise<number> {
  const closed = await closeBusinessDays(context, new AbortController().signal, { catchUp: anyNumber });
  const open = await listOpenDays(context.database, MAX_SHOWN);
  if (closed.length === 0 && open.length === 0) console.log('No business day is over that was not ended.');
  let agrees = true;
  for (const { businessOn } of [...closed, ...open]) agrees = (await show(context, businessOn)) === 0 && agrees;
  return agrees ? 0 : 1;
}

async function show(context: CommandContext, businessOn: Day): Promise<number> {
  const day = await findBusinessDay(context.database, businessOn);
  if (!day) {
    console.error(`${formatDay(businessOn)} was not ended.`);
    return 1;
  }
  for (const line of await describeDay(context, day)) console.log(line);
  return day.comparison?.differences.length === 0 ? 0 : 1;
}

async function writeBankFile(context: CommandContext, businessOn: Day, path: string, by: string): Promise<number> {
  const file = await handOverBankFile(context, businessOn, {
    by,
    write: (text) => writeFile(path, text, { mode: 0o600, flag: 'wx' }),
  });
  if (!file) {
    console.error(`${formatDay(businessOn)} has no bank file.`);
    return 1;
  }
  console.log(`${file.entryCount} drafts of ${formatCents(file.debitCents)} are in ${path}.`);
  return 0;
}
