import { writeFile } from 'node:fs/promises';
import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { describeDay } from '#server/features/payments/end-of-day/describe-day.ts';
import { closeBusinessDays } from '#server/features/payments/end-of-day/close-business-days.command.ts';
import { findBusinessDay } from '#server/features/payments/end-of-day/business-days.queries.ts';
import { readBankFile } from '#server/features/payments/end-of-day/make-bank-file.command.ts';
import type { Command, CommandContext } from './command.ts';

const usage = `passbook end-of-day
passbook end-of-day show YYYY-MM-DD
passbook end-of-day file YYYY-MM-DD PATH

Without more it ends every business day that is over (after the cut-off of bank
drafts) and was not ended: submits what is due, makes the bank file, assesses late
charges, and compares books, bank file and card processor. A job of the server does
the same by itself; running both, or one of them twice, does no harm.

show prints what was found for a day that was ended.

file writes the bank file of a day to a path, readable by its owner alone. It holds
account numbers: hand it to the bank and delete it. The same file can be written
again at any time; what is kept is sealed.

Ends with 1 when something does not agree.`;

export const endOfDayCommand: Command = {
  name: 'end-of-day',
  summary: 'Ends business days: bank file, late charges, comparison of books, bank and card processor',
  usage,
  async run(args, context) {
    const [action, dayText = '', path] = args;
    const day = findDay(dayText);
    if (action === undefined) return endDays(context);
    if (action === 'show' && day && args.length === 2) return show(context, day);
    if (action === 'file' && day && path && args.length === 3) return writeBankFile(context, day, path);
    console.error(usage);
    return 2;
  },
};

async function endDays(context: CommandContext): Promise<number> {
  const closed = await closeBusinessDays(context, new AbortController().signal);
  if (closed.length === 0) console.log('No business day is over that was not ended.');
  let agrees = true;
  for (const { businessOn } of closed) agrees = (await show(context, businessOn)) === 0 && agrees;
  return agrees ? 0 : 1;
}

async function show(context: CommandContext, businessOn: Day): Promise<number> {
  const day = await findBusinessDay(context.database, businessOn);
  if (!day?.comparison) {
    console.error(`${formatDay(businessOn)} was not ended.`);
    return 1;
  }
  for (const line of await describeDay(context, day)) console.log(line);
  return day.comparison.differences.length === 0 ? 0 : 1;
}

async function writeBankFile(context: CommandContext, businessOn: Day, path: string): Promise<number> {
  const file = await readBankFile(context, businessOn);
  if (!file) {
    console.error(`${formatDay(businessOn)} has no bank file.`);
    return 1;
  }
  await writeFile(path, file.text, { mode: 0o600, flag: 'wx' });
  console.log(`${file.entryCount} drafts of ${formatCents(file.debitCents)} are in ${path}.`);
  return 0;
}
