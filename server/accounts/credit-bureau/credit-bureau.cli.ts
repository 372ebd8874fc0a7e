import { readFile, writeFile } from 'node:fs/promises';
import { countOf } from '#common/core/counts.ts';
import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { checkCreditFile } from './check-credit-file.ts';
import { findCreditFileOf } from './credit-files.queries.ts';
import { type CreditFileRefusal, lastDayOfMonth, makeCreditFile, readCreditFile } from './make-credit-file.command.ts';
import type { GivenFacts } from './to-base-values.ts';

const usage = `Usage:
  passbook credit-bureau make MONTH [--facts FILE] --by NAME
  passbook credit-bureau file MONTH PATH --by NAME
  passbook credit-bureau check PATH

Makes the Metro 2 file of a month such as 2026-10 for the credit bureaus, from the books,
and lists the accounts that it leaves out with the reason. --facts names a CSV file of
account_number,first_delinquency_on for loans whose delinquency began before they were on
the books. 'file' writes the stored file to a path that only its owner can read. 'check'
says what contradicts itself in a file.`;

export const creditBureauCommand: Command = {
  name: 'credit-bureau',
  summary: 'Makes the monthly file for the credit bureaus (Metro 2)',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [task, ...words] = rest;
    if (task === 'check' && words.length === 1) return check(words[0] ?? '');
    const through = monthOf(words[0]);
    const isRight = through !== undefined && isRightTask(task, words);
    if (!isRight) {
      console.error(usage);
      return 2;
    }
    if (!isNamed(by)) return 2;
    return task === 'make'
      ? make(context, through, { by: by ?? '', factsFile: words[2] })
      : write(context, through, { by: by ?? '', path: words[1] ?? '' });
  },
};

function isRightTask(task: string | undefined, words: readonly string[]): boolean {
  if (task === 'file') return words.length === 2;
  return task === 'make' && (words.length === 1 || (words.length === 3 && words[1] === '--facts'));
}

function monthOf(month: string | undefined): Day | undefined {
  return month !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? lastDayOfMonth(month) : undefined;
}

const refusals: Readonly<Record<CreditFileRefusal, string>> = {
  NotOurBooks: 'The core keeps the books, so it reports to the credit bureaus.',
  NoCreditBureau: 'institution.json says nothing about credit bureaus (creditBureau).',
  MonthNotOver: 'The month is not over yet.',
};

async function make(
  context: CommandContext,
  through: Day,
  { by, factsFile }: { readonly by: string; readonly factsFile: string | undefined },
): Promise<number> {
  const given = factsFile === undefined ? new Map<string, GivenFacts>() : readFacts(await readFile(factsFile, 'utf8'));
  if (typeof given === 'string') {
    console.error(`${factsFile}, ${given}`);
    return 2;
  }
  const made = await makeCreditFile(context, { through, by, given }, async (transaction, { fileId, accounts }) => {
    const details = { through, fileId, accounts, by };
    await context.audit.record(transaction, { event: 'credit-file-made', userId: null, details });
  });
  if (!made.ok) {
    console.error(refusals[made.error]);
    return 1;
  }
  const { accounts, leftOut } = made.value;
  console.log(`Made the file of the month through ${formatDay(through)}: ${countOf(accounts, 'account')}.`);
  for (const { accountNumber, why } of leftOut) console.log(`Left out ${accountNumber}: ${why}.`);
  return 0;
}

async function write(
  context: CommandContext,
  through: Day,
  { by, path }: { readonly by: string; readonly path: string },
): Promise<number> {
  const file = await findCreditFileOf(context.database, through);
  if (!file) {
    console.error('No file was made for this month. Make it first.');
    return 1;
  }
  const text = readCreditFile(context, file);
  const details = { through, fileId: file.fileId, accounts: file.accounts, sha256: file.sha256 };
  await recordOperatorAction(context, { action: 'credit-file-handed-over', by, details });
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  console.log(`Wrote ${countOf(file.accounts, 'account')} to ${path}. SHA-256 ${file.sha256}`);
  return 0;
}

async function check(path: string): Promise<number> {
  const problems = checkCreditFile(await readFile(path, 'latin1'));
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('The file is sound.');
  return problems.length === 0 ? 0 : 1;
}

/** Returns the facts by account number, or what is wrong with the file. */
function readFacts(text: string): ReadonlyMap<string, GivenFacts> | string {
  const [head, ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (head !== 'account_number,first_delinquency_on') return 'line 1: must be account_number,first_delinquency_on';
  const facts = new Map<string, GivenFacts>();
  for (const [index, line] of lines.entries()) {
    const [accountNumber = '', written = '', ...more] = line.split(',');
    const firstDelinquencyOn = findDay(written);
    if (accountNumber === '' || firstDelinquencyOn === undefined || more.length > 0) {
      return `line ${index + 2}: must be an account number and a day such as 2026-10-01`;
    }
    facts.set(accountNumber, { firstDelinquencyOn });
  }
  return facts;
}
