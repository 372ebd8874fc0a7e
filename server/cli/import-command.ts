import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { importBooks, type ImportReport } from '#server/host/embedded/import/import-books.ts';
import { importFedAch } from '#server/payments-network/routing/import-fedach.ts';
import type { Command, CommandContext } from './command.ts';

const usage = `passbook import [--customers FILE] [--accounts FILE] [--loans FILE]
passbook import routing FILE

Brings customers, accounts and loans from CSV files onto the books: all of
them, or nothing when a line is wrong. docs/import.md describes the columns.

routing brings the banks of the Federal Reserve's FedACH directory, as a file of
fixed-width lines, into the directory of routing numbers.`;

export const importCommand: Command = {
  name: 'import',
  summary: 'Brings customers, accounts and loans from CSV files onto the books',
  usage,
  async run(args, context) {
    if (args[0] === 'routing') return importRouting(args.slice(1), context);
    const files = readFiles(args);
    if (!files) {
      console.error(usage);
      return 2;
    }
    for (const file of Object.values(files)) {
      if (await isReadable(file)) continue;
      console.error(`${file} cannot be read.`);
      return 2;
    }
    const sources = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, createReadStream(file)]));
    const report = await importBooks(context, sources);
    print(report);
    return report.problemCount === 0 ? 0 : 1;
  },
};

/** @returns the exit code. */
async function importRouting([file, ...others]: readonly string[], { database }: CommandContext): Promise<number> {
  if (file === undefined || others.length > 0) {
    console.error(usage);
    return 2;
  }
  if (!(await isReadable(file))) {
    console.error(`${file} cannot be read.`);
    return 2;
  }
  const { banks, problemCount, problems } = await importFedAch(database, createReadStream(file));
  if (problemCount === 0) {
    console.log(`Imported: ${banks} banks.`);
    return 0;
  }
  for (const { line, reason } of problems) console.error(`${file} line ${line}: the line ${reason}`);
  console.error(`Nothing was imported: ${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}.`);
  return 1;
}

function isReadable(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** The files named on the command line; nothing when it cannot be understood. */
function readFiles(args: readonly string[]): Record<string, string> | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { customers: { type: 'string' }, accounts: { type: 'string' }, loans: { type: 'string' } },
    });
    return Object.keys(values).length > 0 ? { ...values } : undefined;
  } catch {
    return undefined;
  }
}

function print({ imported, problemCount, problems }: ImportReport): void {
  if (problemCount === 0) {
    const { customers, accounts, loans } = imported;
    console.log(`Imported: ${customers} customers, ${accounts} accounts, of which ${loans} loans and lines of credit.`);
    return;
  }
  for (const { file, line, column, reason } of problems) {
    console.error(`${file} line ${line}: ${column ? `${column} ${reason}` : `the line ${reason}`}`);
  }
  if (problemCount > problems.length) console.error(`… and ${problemCount - problems.length} more`);
  console.error(`Nothing was imported: ${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}.`);
}
