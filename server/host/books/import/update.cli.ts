import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { countOf } from '#common/core/counts.ts';
import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { CommandContext } from '#server/platform/cli/command.ts';
import { inputFileProblem } from '#server/platform/cli/input-file.ts';
import { isNamed } from '#server/platform/cli/operator.ts';
import { type UpdateChoices, updateBooks } from './update-books.ts';
import type { UpdateReport } from './update-report.ts';

/** Loans are paid on few days of the month, so half of the accounts changing at once is unusual. */
const MAX_CHANGED_PERCENT = 50;
const MAX_LEFT_OUT_PERCENT = 5;

interface Understood {
  readonly accounts: string | undefined;
  readonly loans: string | undefined;
  readonly asOf: Day;
  readonly dryRun: boolean;
  readonly maxChangedPercent: number;
  readonly maxLeftOutPercent: number;
}

/** `passbook import --update`. Returns the exit code; undefined when the arguments are invalid. */
export async function runUpdate(
  args: readonly string[],
  by: string | undefined,
  context: CommandContext,
  countWaiting: NonNullable<UpdateChoices['countWaiting']>,
): Promise<number | undefined> {
  const understood = readArguments(args);
  if (!understood) return undefined;
  const { accounts, loans, asOf, dryRun } = understood;
  if (!dryRun && !isNamed(by)) return 2;
  if (asOf >= context.clock.today()) {
    console.error(`${asOf} isn't over yet, so no file can contain all of its payments.`);
    return 2;
  }
  for (const file of [accounts, loans]) {
    const problem = file === undefined ? undefined : await inputFileProblem(file);
    if (problem === undefined) continue;
    console.error(problem);
    return 2;
  }
  const open = (file: string | undefined) => (file === undefined ? undefined : createReadStream(file));
  const report = await updateBooks(
    context,
    { accounts: open(accounts), loans: open(loans) },
    {
      ...understood,
      countWaiting,
      record: (transaction, { updated, changed, leftOutCount }) =>
        context.audit.record(transaction, {
          event: 'books-updated',
          userId: null,
          details: { asOf, updated, changed, leftOutCount, by: by ?? '' },
        }),
    },
  );
  print(report, understood);
  return report.problemCount === 0 && report.stopped.length === 0 ? 0 : 1;
}

function readArguments(args: readonly string[]): Understood | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        update: { type: 'boolean' },
        accounts: { type: 'string' },
        loans: { type: 'string' },
        'as-of': { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'max-changed': { type: 'string', default: String(MAX_CHANGED_PERCENT) },
        'max-left-out': { type: 'string', default: String(MAX_LEFT_OUT_PERCENT) },
      },
    });
    const asOf = findDay(values['as-of'] ?? '');
    const maxChangedPercent = percentOf(values['max-changed']);
    const maxLeftOutPercent = percentOf(values['max-left-out']);
    const { accounts, loans } = values;
    if (!asOf || maxChangedPercent === undefined || maxLeftOutPercent === undefined) return undefined;
    if (accounts === undefined && loans === undefined) return undefined;
    return { accounts, loans, asOf, dryRun: values['dry-run'], maxChangedPercent, maxLeftOutPercent };
  } catch {
    return undefined;
  }
}

function percentOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : undefined;
}

function print(report: UpdateReport, { asOf, dryRun }: Understood): void {
  const { problems, problemCount, differences, changed, unknown, leftOut, leftOutCount, stopped, updated } = report;
  const { chargedOff, chargedOffCount } = report;
  for (const { file, line, column, reason } of problems) {
    console.error(`${file} line ${line}: ${column ? `${column} ${reason}` : `the line ${reason}`}`);
  }
  if (problemCount > 0) {
    console.error(`Nothing was updated: ${countOf(problemCount, 'problem')}.`);
    return;
  }
  for (const { accountNumber, figure, beforeCents, afterCents } of differences) {
    console.log(`${accountNumber}: ${figure} ${formatCents(beforeCents)} becomes ${formatCents(afterCents)}`);
  }
  if (unknown.length > 0) console.log(`Not on the books, import them first: ${unknown.join(', ')}`);
  if (chargedOffCount > 0)
    console.log(`Charged off on the books, unchanged (${chargedOffCount}): ${chargedOff.join(', ')}`);
  if (leftOutCount > 0) console.log(`Left out by the files, unchanged (${leftOutCount}): ${leftOut.join(', ')}`);
  for (const reason of stopped) console.error(reason);
  if (stopped.length > 0) {
    console.error('Nothing was updated. If the files are right, --max-changed and --max-left-out allow more.');
    return;
  }
  const accounts = `${countOf(updated, 'account')} to the figures of ${formatDay(asOf)}`;
  console.log(
    dryRun
      ? `Dry run, nothing was updated. An update would bring ${accounts} and change the balances of ${changed}.`
      : `Brought ${accounts} and changed the balances of ${changed}.`,
  );
}
