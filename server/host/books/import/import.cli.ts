import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { countOf } from '#common/core/counts.ts';
import { type Day, findDay } from '#common/core/dates.ts';
import { importBooks, type ImportReport } from './import-books.ts';
import { printProblems } from '#server/platform/cli/print-problems.ts';
import type { UpdateChoices } from './update-books.ts';
import { runUpdate } from './update.cli.ts';
import { importFedAch } from '#server/payments-network/routing/import-fedach.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { inputFileProblem } from '#server/platform/cli/input-file.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';

const usage = `Usage:
  passbook import [--customers FILE] [--accounts FILE] [--loans FILE]
                  [--history FILE --history-since DAY] [--accept-unlikely] --by NAME
  passbook import --dry-run [the same files]
  passbook import --update --as-of DAY [--accounts FILE] [--loans FILE]
                  [--max-changed PERCENT] [--max-left-out PERCENT] --by NAME
  passbook import --update --as-of DAY --dry-run [--accounts FILE] [--loans FILE]
  passbook import routing FILE --by NAME
  passbook import methods FILE [--dry-run] [--accept-unlikely] --by NAME
  passbook import autopay FILE [--dry-run] [--accept-unlikely] --by NAME

Imports customers, accounts, loans, and what was posted on them before from CSV files:
all of them, or none if any line has an error. The history must have every entry from
the day of --history-since on. Unlikely values are listed and imported only with
--accept-unlikely. --dry-run lists what is impossible and what is unlikely, and imports
nothing. See docs/import.md for the columns.

--update replaces the figures of accounts on the books by those of a core's files that
contain every payment through DAY. Payments made here since stay on top, and accounts
the files leave out stay as they are. It lists the balances that change, and stops if
they are more than 50 percent, or if more than 5 percent of the accounts are left out.

routing imports banks from the Federal Reserve's FedACH directory (fixed-width
file) into the routing number directory.

methods imports payment methods that customers saved in a former system, autopay its
recurring payments with the evidence of their authorization. Import customers, accounts
and the routing directory first. What is there already is skipped.`;

/** The parts of the import that belong to the portal, not to the books. */
export interface PortalImports {
  /** Counts the changes that the portal still has to make on the books. */
  readonly countWaiting: NonNullable<UpdateChoices['countWaiting']>;
  /** Imports that fill tables of the portal, by name; undefined when the arguments are invalid. */
  readonly others: Readonly<
    Record<
      string,
      (args: readonly string[], by: string | undefined, context: CommandContext) => Promise<number | undefined>
    >
  >;
}

export function createImportCommand(portal: PortalImports): Command {
  return { ...importFiles, run: (args, context) => runImport(args, context, portal) };
}

const importFiles = {
  name: 'import',
  summary: 'Imports customers, accounts, loans and their history from CSV files',
  usage,
};

async function runImport(
  args: readonly string[],
  context: CommandContext,
  { countWaiting, others }: PortalImports,
): Promise<number> {
  const { by, rest } = takeOperator(args);
  const [first = '', ...further] = rest;
  if (first === 'routing') return importRouting(further, by, context);
  const other = others[first];
  if (other) return (await other(further, by, context)) ?? refuseUsage();
  const updated = rest.includes('--update') ? await runUpdate(rest, by, context, countWaiting) : undefined;
  if (updated !== undefined) return updated;
  const understood = readFiles(rest);
  if (!understood) return refuseUsage();
  const { files, historySince, acceptUnlikely, dryRun } = understood;
  if (!dryRun && !isNamed(by)) return 2;
  for (const file of Object.values(files)) {
    const problem = await inputFileProblem(file);
    if (problem === undefined) continue;
    console.error(problem);
    return 2;
  }
  const sources = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, createReadStream(file)]));
  const report = await importBooks(context, sources, {
    acceptUnlikely,
    dryRun,
    historySince,
    record: (transaction, imported) =>
      context.audit.record(transaction, {
        event: 'books-imported',
        userId: null,
        details: { ...imported, acceptUnlikely, by: by ?? '' },
      }),
  });
  print(report, { acceptUnlikely, dryRun });
  return report.problemCount === 0 && (acceptUnlikely || report.unlikelyCount === 0) ? 0 : 1;
}

function refuseUsage(): number {
  console.error(usage);
  return 2;
}

/** Returns the exit code. */
async function importRouting(
  [file, ...others]: readonly string[],
  by: string | undefined,
  { database, audit }: CommandContext,
): Promise<number> {
  if (file === undefined || others.length > 0) return refuseUsage();
  if (!isNamed(by)) return 2;
  const problem = await inputFileProblem(file);
  if (problem !== undefined) {
    console.error(problem);
    return 2;
  }
  const { banks, problemCount, problems } = await importFedAch(
    database,
    createReadStream(file),
    (transaction, bankCount) =>
      audit.record(transaction, { event: 'banks-imported', userId: null, details: { bankCount, by } }),
  );
  if (problemCount === 0) {
    console.log(`Imported: ${countOf(banks, 'bank')}.`);
    return 0;
  }
  for (const { line, reason } of problems) console.error(`${file} line ${line}: ${reason}`);
  console.error(`Nothing was imported: ${countOf(problemCount, 'problem')}.`);
  return 1;
}

interface Understood {
  readonly files: Record<string, string>;
  readonly historySince: Day | null;
  readonly acceptUnlikely: boolean;
  readonly dryRun: boolean;
}

/** Returns undefined when the arguments are invalid. */
function readFiles(args: readonly string[]): Understood | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        customers: { type: 'string' },
        accounts: { type: 'string' },
        loans: { type: 'string' },
        history: { type: 'string' },
        'history-since': { type: 'string' },
        'accept-unlikely': { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const { 'accept-unlikely': acceptUnlikely, 'dry-run': dryRun, 'history-since': since, ...files } = values;
    const historySince = since === undefined ? null : findDay(since);
    const isDated = (files.history === undefined) === (historySince === null) && historySince !== undefined;
    return Object.keys(files).length > 0 && isDated ? { files, historySince, acceptUnlikely, dryRun } : undefined;
  } catch {
    return undefined;
  }
}

function print(report: ImportReport, { acceptUnlikely, dryRun }: Omit<Understood, 'files' | 'historySince'>): void {
  const { imported, problemCount, problems, unlikelyCount, unlikely } = report;
  printProblems(problems, problemCount);
  if (unlikelyCount > 0) console.error(acceptUnlikely ? 'Unlikely, but accepted:' : 'Unlikely:');
  printProblems(unlikely, unlikelyCount);
  if (problemCount > 0) {
    console.error(`Nothing was imported: ${countOf(problemCount, 'problem')}.`);
    return;
  }
  if (unlikelyCount > 0 && !acceptUnlikely) {
    console.error(`Nothing was imported: ${unlikelyCount} unlikely. If the values are right, add --accept-unlikely.`);
    return;
  }
  const { customers, accounts, loans, history } = imported;
  const done = dryRun ? 'Dry run, nothing was imported. An import would add' : 'Imported';
  console.log(
    `${done}: ${countOf(customers, 'customer')}, ${countOf(accounts, 'account')} (including ${countOf(loans, 'loan or line of credit', 'loans and lines of credit')})${history === 0 ? '' : `, ${countOf(history, 'entry', 'entries')} of history`}.`,
  );
}
