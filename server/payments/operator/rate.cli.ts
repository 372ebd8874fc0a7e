import { type Day, findDay, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { formatRate, rateFromPercent, type RatePpm } from '#common/core/rates.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { changeRate, planRate, type RateRefusal } from './change-rate.command.ts';
import { findWithdrawable, type WithdrawalRefusal, withdrawRate } from './withdraw-rate.command.ts';

const usage = `Usage:
  passbook rate ACCOUNT PERCENT DAY [--new-payment]
  passbook rate ACCOUNT PERCENT DAY [--new-payment] --by NAME
  passbook rate ACCOUNT --withdraw [--by NAME]

Shows what a loan's terms would be at another annual rate, such as 6.49, from a day on,
such as 2026-12-01: today or later. With --new-payment, the payment is computed for the
remaining term. With --by, changes the rate. The customer is told by email.

With --withdraw, shows the agreed change whose first day has not come; with --by, withdraws it.`;

export const rateCommand: Command = {
  name: 'rate',
  summary: 'Changes the interest rate of a loan',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    if (rest[1] === '--withdraw') {
      const [accountNumber = '', , ...others] = rest;
      if (others.length === 0 && (by === undefined || isNamed(by))) return withdraw(context, accountNumber, by);
      console.error(usage);
      return 2;
    }
    const newPayment = rest.includes('--new-payment');
    const [accountNumber, percent, written, ...more] = rest.filter((word) => word !== '--new-payment');
    const rate = percent === undefined || percent.trim() === '' ? undefined : rateFromPercent(Number(percent));
    const from = written === undefined ? undefined : findDay(written);
    if (accountNumber === undefined || more.length > 0 || rate === undefined || from === undefined) {
      console.error(usage);
      return 2;
    }
    if (by !== undefined && !isNamed(by)) return 2;
    return change(context, { accountNumber, rate, from, newPayment }, by);
  },
};

interface Asked {
  readonly accountNumber: string;
  readonly rate: RatePpm;
  readonly from: Day;
  readonly newPayment: boolean;
}

async function change(context: CommandContext, asked: Asked, by: string | undefined) {
  const [owned] = await context.host.listLoans([asked.accountNumber], context.clock.today());
  if (!owned) return refuse('NotALoan');
  const wanted = { customerId: owned.customerId, ...asked };
  const planned = await planRate(context, wanted);
  if (!planned.ok) return refuse(planned.error);
  const { now, after } = planned.value;
  if (!after.ok) return refuse(after.error);
  const { rate, from, installmentCents, firstOn } = after.value;
  if (by === undefined) {
    console.log(`Rate: ${formatRate(now.rate)} would be ${formatRate(rate)} from ${formatDay(from)} on.`);
    console.log(
      `Payment: ${formatCents(now.installmentCents)} would be ${formatCents(installmentCents)}, first due ${formatDay(firstOn)}.`,
    );
    return 0;
  }
  const decision = { by, reason: 'Command line' };
  const seen = { ...wanted, seenCents: installmentCents };
  const changed = await changeRate(context, seen, decision, () => Promise.resolve());
  if (!changed.ok) return refuse(changed.error);
  console.log(`Changed: ${formatRate(rate)} from ${formatDay(from)} on.`);
  return 0;
}

async function withdraw(context: CommandContext, accountNumber: string, by: string | undefined) {
  const [owned] = await context.host.listLoans([accountNumber], context.clock.today());
  if (!owned) return refuse('NotALoan');
  const loan = { customerId: owned.customerId, accountNumber };
  const found = await findWithdrawable(context, loan);
  if (!found.ok) return refuse(found.error);
  const { rate, from, insteadOf } = found.value;
  if (by === undefined) {
    console.log(`Agreed: ${formatRate(rate)} from ${formatDay(from)} on, instead of ${formatRate(insteadOf.rate)}.`);
    return 0;
  }
  const decision = { by, reason: 'Command line' };
  const withdrawn = await withdrawRate(context, { ...loan, rate, from }, decision, () => Promise.resolve());
  if (!withdrawn.ok) return refuse(withdrawn.error);
  console.log(`Withdrawn. The rate stays ${formatRate(insteadOf.rate)}.`);
  return 0;
}

function refuse(refusal: RateRefusal | WithdrawalRefusal): number {
  console.error(refusals[refusal]);
  return 1;
}

const refusals: Readonly<Record<RateRefusal | WithdrawalRefusal, string>> = {
  NoRateAhead: 'No change of the rate is agreed for a day that has not come.',
  NotALoan: 'This is no loan on the books.',
  CoreDoesThis: 'The core changes rates itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core changes its rate.",
  NothingOwed: 'The loan owes nothing.',
  LoanClosed: 'The loan is closed.',
  SameRate: 'The loan has this rate already.',
  RateInThePast: 'A rate can change today or later, never for days that are over.',
  RateTooFarAhead: 'That is too far ahead: at most 90 days.',
  PostedLater: 'A payment counts from a later day already. Choose that day, or a later one.',
  RateChangesLater: 'Another change of the rate is agreed for that day or a later one.',
  NoNewPayment: 'There is no payment left for which a new amount could be computed.',
  PaymentMoved: 'The new payment is another one by now. Look again.',
};
