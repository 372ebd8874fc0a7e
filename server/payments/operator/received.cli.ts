import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { findDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { receivedMeans } from '#common/payments/rules/received-payment.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { inputFileProblem } from '#server/platform/cli/input-file.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { type NewReceived, previewReceived, receivePayment } from './receive-payment.command.ts';

const usage = `Usage:
  passbook received FILE --by NAME
  passbook received FILE --dry-run

Posts payments that were received outside the portal, from a CSV file with a header and
the columns account_number, means (check, wire or branch), reference, amount and
received_on (2026-11-20). Each customer is told by email. A line whose reference is on
the loan already is left out, so a file can be taken again after an interruption.

--dry-run lists what each line would do, and posts nothing.

Exits with 1 when a line could not be posted; the other lines were.`;

const columns = ['account_number', 'means', 'reference', 'amount', 'received_on'] as const;

type Line = Readonly<Record<(typeof columns)[number], string>>;

export const receivedCommand: Command = {
  name: 'received',
  summary: 'Posts payments received by check, wire, or at a branch, from a CSV file',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const dryRun = rest.includes('--dry-run');
    const [file, ...others] = rest.filter((word) => word !== '--dry-run');
    if (file === undefined || others.length > 0) {
      console.error(usage);
      return 2;
    }
    if (!dryRun && !isNamed(by)) return 2;
    const problem = await inputFileProblem(file);
    if (problem !== undefined) {
      console.error(problem);
      return 2;
    }
    const lines = readLines(await readFile(file, 'utf8'));
    if (typeof lines === 'string') {
      console.error(lines);
      return 2;
    }
    return postLines(context, lines, dryRun ? null : (by ?? ''));
  },
};

/** Returns what is wrong with the file if it can't be read as lines. */
function readLines(text: string): Line[] | string {
  try {
    const rows = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true }) as Partial<Line>[];
    const missing = columns.filter((column) => rows.some((row) => row[column] === undefined));
    return missing.length > 0 ? `The file lacks the columns ${missing.join(', ')}.` : (rows as Line[]);
  } catch (error) {
    return `The file is not valid CSV: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** @param by null to post nothing */
async function postLines(context: CommandContext, lines: readonly Line[], by: string | null): Promise<number> {
  const counts = { posted: 0, known: 0, wrong: 0 };
  for (const [index, line] of lines.entries()) {
    const said = await postLine(context, line, by);
    counts[said.kind] += 1;
    const write = said.kind === 'wrong' ? console.error : console.log;
    write(`Line ${index + 2}: ${said.words}`);
  }
  const done = by === null ? 'Dry run, nothing was posted. Would post' : 'Posted';
  console.log(`${done} ${counts.posted}, known ${counts.known}, refused ${counts.wrong}.`);
  return counts.wrong === 0 ? 0 : 1;
}

interface Said {
  readonly kind: 'posted' | 'known' | 'wrong';
  readonly words: string;
}

async function postLine(context: CommandContext, line: Line, by: string | null): Promise<Said> {
  const received = await understand(context, line);
  if (typeof received === 'string') return { kind: 'wrong', words: received };
  const posted =
    by === null
      ? await previewReceived(context, received)
      : await receivePayment(context, received, by, () => Promise.resolve());
  if (posted.ok) {
    const { overpaidCents, principalAfterCents, lateChargesSinceCents } = posted.value;
    const rest = [
      overpaidCents > 0 ? `; ${formatCents(overpaidCents)} to refund` : '',
      lateChargesSinceCents > 0 ? `; late charges since then to review: ${formatCents(lateChargesSinceCents)}` : '',
    ].join('');
    const words = `${received.accountNumber} ${formatCents(received.amountCents)}, new principal ${formatCents(principalAfterCents)}${rest}`;
    return { kind: 'posted', words };
  }
  if (posted.error === 'ReceivedAlready') return { kind: 'known', words: `${received.reference} is posted already` };
  return { kind: 'wrong', words: refusals[posted.error] };
}

async function understand({ host, clock }: CommandContext, line: Line): Promise<NewReceived | string> {
  const means = receivedMeans.find((each) => each === line.means);
  if (means === undefined) return `means is not one of ${receivedMeans.join(', ')}`;
  const amountCents = parseAmountEntry(line.amount);
  if (amountCents === undefined) return 'amount is not an amount such as 412.86';
  const receivedOn = findDay(line.received_on);
  if (receivedOn === undefined) return 'received_on is not a day such as 2026-11-20';
  if (line.reference === '' || line.reference.length > 40) return 'reference is empty or longer than 40 characters';
  const [owned] = await host.listLoans([line.account_number], clock.today());
  if (!owned) return `${line.account_number} is not a loan on the books`;
  const { account_number: accountNumber, reference } = line;
  return { customerId: owned.customerId, accountNumber, means, reference, amountCents, receivedOn };
}

const refusals = {
  NotALoan: 'it is not a loan',
  LoanClosed: 'the loan is closed',
  CoreDoesThis: 'the core posts these payments itself',
  FiguresFromFiles: "the figures of the loan come from the core's files, so the core posts it",
  ReceivedLater: 'received_on is in the future',
  ReceivedTooLongAgo: 'received_on is more than 60 days ago',
  ReceivedBeforeLoan: 'received_on is before the loan was made',
  AmountNotPossible: 'amount is not possible',
} as const;
