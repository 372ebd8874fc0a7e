import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import type { LoanName } from '#server/payments/operator/loan-on-our-books.ts';
import {
  chargeOff,
  type ChargeOffRefusal,
  type ChargeOffReversalRefusal,
  planChargeOff,
  reverseChargeOff,
} from './charge-off.command.ts';

const usage = `Usage:
  passbook charge-off ACCOUNT
  passbook charge-off ACCOUNT --by NAME
  passbook charge-off ACCOUNT reverse --by NAME

Shows what a loan owes. With --by, charges it off: what is owed is a loss in the ledger, interest
and late charges end, and scheduled and automatic payments are canceled. With reverse, takes a
charge-off back that was made in error. The customer is told by email.`;

const REVERSE = 'reverse';

export const chargeOffCommand: Command = {
  name: 'charge-off',
  summary: 'Charges a loan off, or reverses that',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [accountNumber, written, ...more] = rest;
    if (accountNumber === undefined || more.length > 0 || (written !== undefined && written !== REVERSE)) {
      console.error(usage);
      return 2;
    }
    const [owned] = await context.host.listLoans([accountNumber], context.clock.today());
    if (!owned) return refuse('NotALoan');
    const loan = { customerId: owned.customerId, accountNumber };
    if (written === undefined && by === undefined) return show(context, loan);
    if (!isNamed(by)) return 2;
    return written === REVERSE ? reverse(context, loan, by) : charge(context, loan, by);
  },
};

async function show(context: CommandContext, loan: LoanName): Promise<number> {
  const planned = await planChargeOff(context, loan);
  if (!planned.ok) return refuse(planned.error);
  const { owedCents, principalCents, interestCents, feesCents, chargedOff, recoveredCents, obstacle } = planned.value;
  const parts = [`principal ${formatCents(principalCents)}`, `interest ${formatCents(interestCents)}`];
  console.log(`Owed: ${formatCents(owedCents)} (${parts.join(', ')}, charges ${formatCents(feesCents)})`);
  if (chargedOff) {
    console.log(`Charged off on ${formatDay(chargedOff.on)}: ${formatCents(chargedOff.amountCents)}`);
    console.log(`Recovered since: ${formatCents(recoveredCents)}`);
    return 0;
  }
  return obstacle ? refuse(obstacle) : 0;
}

async function charge(context: CommandContext, loan: LoanName, by: string): Promise<number> {
  const planned = await planChargeOff(context, loan);
  if (!planned.ok) return refuse(planned.error);
  const { lossCents: seenCents, owedCents } = planned.value;
  const charged = await chargeOff(context, { ...loan, seenCents }, decisionOf(by), () => Promise.resolve());
  if (!charged.ok) return refuse(charged.error);
  console.log(`Charged off: ${formatCents(owedCents)}.`);
  return 0;
}

async function reverse(context: CommandContext, loan: LoanName, by: string): Promise<number> {
  const reversed = await reverseChargeOff(context, loan, decisionOf(by), () => Promise.resolve());
  if (!reversed.ok) return refuse(reversed.error);
  console.log('Reversed. Planned payments stay canceled.');
  return 0;
}

function decisionOf(by: string) {
  return { by, reason: 'Command line' };
}

function refuse(refusal: ChargeOffRefusal | ChargeOffReversalRefusal): number {
  console.error(refusals[refusal]);
  return 1;
}

const refusals: Readonly<Record<ChargeOffRefusal | ChargeOffReversalRefusal, string>> = {
  NotALoan: 'This is not a loan on the books.',
  CoreDoesThis: 'The core charges loans off itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core charges it off.",
  ChargedOffAlready: 'The loan is charged off already.',
  NothingOwed: 'The loan owes nothing.',
  LoanClosed: 'The loan is closed.',
  PostedLater: 'A payment counts from a later day already. Try again then.',
  RateChangesLater: 'A change of the rate is agreed for a later day. Withdraw it first.',
  AmountMoved: 'Something else is owed by now. Look again.',
  Maintenance: 'The nightly run is in progress. Try again after it.',
  InProgress: 'A payment of the loan is in progress. Try again in a few minutes.',
  NotChargedOff: 'The loan is not charged off.',
};
