import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { parseAmountEntry } from '#common/payments/rules/amounts.ts';
import { payoutMeans } from '#common/payments/rules/payout.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { MAX_BANK_ACCOUNTS } from './pay-out-to-bank.ts';
import { listCustomerBankAccounts } from './payout-credits.queries.ts';
import { payOutOverpayment, type PayoutRefusal } from './pay-out-overpayment.command.ts';

const usage = `Usage:
  passbook overpaid
  passbook overpaid pay-out ACCOUNT AMOUNT check|wire REFERENCE --by NAME
  passbook overpaid pay-out ACCOUNT AMOUNT bank LAST-FOUR --by NAME

Lists loans on which more was paid than owed, or records that such money, or a part of
it, went back to the customer by check or wire. With bank, sends it with the next bank
file to the bank account with these last four digits that the customer saved. The
customer is told by email.`;

const MAX_LISTED = 1_000;

export const overpaidCommand: Command = {
  name: 'overpaid',
  summary: 'Lists overpaid loans, and records what went back to the customer',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [task, ...words] = rest;
    if (task === undefined) return list(context);
    if (task !== 'pay-out' || words.length !== 4) {
      console.error(usage);
      return 2;
    }
    return isNamed(by) ? payOut(context, words, by ?? '') : 2;
  },
};

async function list({ host }: CommandContext): Promise<number> {
  if (!host.servicing) {
    console.error(refusals.CoreDoesThis);
    return 1;
  }
  const loans = await host.servicing.listOverpaid(MAX_LISTED);
  for (const { customerId, accountNumber, overpaidCents, since } of loans) {
    console.log(`${accountNumber} of customer ${customerId}: ${formatCents(overpaidCents)} since ${formatDay(since)}`);
  }
  console.log(loans.length === 0 ? 'No loan is overpaid.' : `${loans.length} listed.`);
  return 0;
}

async function payOut(context: CommandContext, words: readonly string[], by: string): Promise<number> {
  const [accountNumber = '', amount = '', means = '', reference = ''] = words;
  const known = payoutMeans.find((each) => each === means);
  const amountCents = parseAmountEntry(amount);
  const [owned] = await context.host.listLoans([accountNumber], context.clock.today());
  const wrong =
    (known === undefined && `${means} is not one of ${payoutMeans.join(', ')}.`) ||
    ((amountCents === undefined || amountCents <= 0) && `${amount} is not an amount such as 412.86.`) ||
    ((reference === '' || reference.length > 40) && 'The reference is empty or longer than 40 characters.') ||
    (!owned && `${accountNumber} is not a loan on the books.`);
  if (wrong || known === undefined || amountCents === undefined || !owned) {
    console.error(wrong);
    return 2;
  }
  const { customerId } = owned;
  const overpaid = { customerId, accountNumber, amountCents };
  const payout =
    known === 'bank'
      ? { ...overpaid, means: known, profileId: await findProfile(context, customerId, reference) }
      : { ...overpaid, means: known, reference };
  const paid = await payOutOverpayment(context, payout, { by, reason: 'Command line' }, () => Promise.resolve());
  if (!paid.ok) {
    console.error(refusals[paid.error]);
    return 1;
  }
  console.log(
    known === 'bank'
      ? `Recorded: ${formatCents(amountCents)} leaves with the next bank file to the account ending ${reference}.`
      : `Recorded: ${formatCents(amountCents)} went back by ${known} ${reference}.`,
  );
  return 0;
}

/** Empty unless exactly one saved account has these last digits. */
export async function findProfile({ database }: CommandContext, customerId: string, lastFour: string): Promise<string> {
  const accounts = await listCustomerBankAccounts(database, customerId, MAX_BANK_ACCOUNTS);
  const [found, ...others] = accounts.filter((account) => account.lastFour === lastFour);
  return found && others.length === 0 ? found.profileId : '';
}

const refusals: Readonly<Record<PayoutRefusal, string>> = {
  NoBankFile: 'institution.json names no bank that takes files (bankFile).',
  NoSuchBankAccount: 'The customer has saved no usable bank account with these last four digits, or several.',
  BankAccountRefused: 'The bank account does not pass the check for drafts.',
  NotALoan: 'This is not a loan on the books.',
  NotOverpaid: 'Less than this was overpaid.',
  PaidOutAlready: 'This check or wire is recorded already.',
  CoreDoesThis: 'The core pays out itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core pays it out.",
};
