import { formatCents } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { payoutMeans } from '#common/payments/rules/payout.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { drawOnLine, type DrawRefusal } from './draw-on-line.command.ts';
import { planDraw } from './line-of-credit.ts';
import { findProfile } from './overpaid.cli.ts';

const usage = `Usage:
  passbook draw ACCOUNT
  passbook draw ACCOUNT AMOUNT check|wire REFERENCE --by NAME
  passbook draw ACCOUNT AMOUNT bank LAST-FOUR --by NAME

Shows what can be drawn on a line of credit, or records a draw that was sent by check or wire. With
bank, sends it with the next bank file to the bank account with these last four digits that the
customer saved. Interest counts from today, or from the day that the bank file is made; the customer
is told by email.`;

export const drawCommand: Command = {
  name: 'draw',
  summary: 'Records a draw on a line of credit',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [accountNumber, ...words] = rest;
    if (accountNumber === undefined || (words.length !== 0 && words.length !== 3)) {
      console.error(usage);
      return 2;
    }
    const [owned] = await context.host.listLoans([accountNumber], context.clock.today());
    if (!owned) return refuse('NotALoan');
    const loan = { customerId: owned.customerId, accountNumber };
    if (words.length === 0) return show(context, loan);
    return isNamed(by) ? draw(context, loan, words, by ?? '') : 2;
  },
};

interface NamedLoan {
  readonly customerId: string;
  readonly accountNumber: string;
}

async function show(context: CommandContext, loan: NamedLoan): Promise<number> {
  const planned = await planDraw(context, loan);
  if (!planned.ok) return refuse(planned.error);
  const { limitCents, principalCents, availableCents, unsentCents, obstacle } = planned.value;
  console.log(`Limit: ${formatCents(limitCents)}, drawn: ${formatCents(principalCents)}`);
  if (unsentCents > 0) console.log(`Waits for its bank file, not owed yet: ${formatCents(unsentCents)}`);
  if (obstacle) return refuse(obstacle);
  console.log(`Available: ${formatCents(availableCents)}`);
  return 0;
}

async function draw(context: CommandContext, loan: NamedLoan, words: readonly string[], by: string): Promise<number> {
  const [amount = '', written = '', reference = ''] = words;
  const means = payoutMeans.find((each) => each === written);
  const amountCents = parseAmountEntry(amount);
  if (means === undefined || amountCents === undefined || amountCents <= 0 || reference.length > 40) {
    console.error(usage);
    return 2;
  }
  const drawn =
    means === 'bank'
      ? { ...loan, amountCents, means, profileId: await findProfile(context, loan.customerId, reference) }
      : { ...loan, amountCents, means, reference };
  const recorded = await drawOnLine(context, drawn, { by, reason: 'Command line' }, () => Promise.resolve());
  if (!recorded.ok) return refuse(recorded.error);
  console.log(`Recorded: ${formatCents(amountCents)} drawn by ${means} ${reference}.`);
  return 0;
}

function refuse(refusal: DrawRefusal): number {
  console.error(refusals[refusal]);
  return 1;
}

const refusals: Readonly<Record<DrawRefusal, string>> = {
  NoBankFile: 'institution.json names no bank that takes files (bankFile).',
  NoSuchBankAccount: 'The customer has saved no usable bank account with these last four digits, or several.',
  BankAccountRefused: 'The bank account does not pass the check for drafts.',
  NotALoan: 'This is not a line of credit on the books.',
  NotALine: 'This is not a line of credit.',
  LoanClosed: 'The line is closed or charged off.',
  LoanHeld: 'The line has a hold code, is in dispute, or is locked for payoff.',
  NotAvailable: 'Less of the limit is available.',
  PaidOutAlready: 'This check or wire is recorded already.',
  CoreDoesThis: 'The core pays draws out itself.',
  FiguresFromFiles: "The figures of the line come from the core's files, so the core pays draws out.",
};
