import { findDay, formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import { formatRate, rateFromPercent } from '#common/core/rates.ts';
import { type Result, success } from '#common/core/results.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { takeOperator } from '#server/platform/cli/operator.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { changeRate, planRate, type RateRefusal, type WantedRate } from './change-rate.command.ts';
import { loanRefusals, runLoanCommand } from './run-loan-command.cli.ts';
import type { LoanName } from './loan-on-our-books.ts';
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
      if (others.length === 0) {
        const run: Run = (loan, decision) => withdraw(context, loan, decision);
        return runLoanCommand(context, { accountNumber, by, refusals, run });
      }
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
    const run: Run = (loan, decision) => change(context, { ...loan, rate, from, newPayment }, decision);
    return runLoanCommand(context, { accountNumber, by, refusals, run });
  },
};

type Run = (
  loan: LoanName,
  decision: PaymentDecision | undefined,
) => Promise<Result<readonly string[], RateRefusal | WithdrawalRefusal>>;

async function change(context: CommandContext, wanted: WantedRate, decision: PaymentDecision | undefined) {
  const planned = await planRate(context, wanted);
  if (!planned.ok) return planned;
  const { now, after } = planned.value;
  if (!after.ok) return after;
  const { rate, from, installmentCents, firstOn } = after.value;
  if (!decision) {
    const payment = `${formatCents(now.installmentCents)} would be ${formatCents(installmentCents)}`;
    return success([
      `Rate: ${formatRate(now.rate)} would be ${formatRate(rate)} from ${formatDay(from)} on.`,
      `Payment: ${payment}, first due ${formatDay(firstOn)}.`,
    ]);
  }
  const seen = { ...wanted, seenCents: installmentCents };
  const changed = await changeRate(context, seen, decision, () => Promise.resolve());
  if (!changed.ok) return changed;
  return success([`Changed: ${formatRate(rate)} from ${formatDay(from)} on.`]);
}

async function withdraw(context: CommandContext, loan: LoanName, decision: PaymentDecision | undefined) {
  const found = await findWithdrawable(context, loan);
  if (!found.ok) return found;
  const { rate, from, insteadOf } = found.value;
  if (!decision) {
    const instead = formatRate(insteadOf.rate);
    return success([`Agreed: ${formatRate(rate)} from ${formatDay(from)} on, instead of ${instead}.`]);
  }
  const withdrawn = await withdrawRate(context, { ...loan, rate, from }, decision, () => Promise.resolve());
  if (!withdrawn.ok) return withdrawn;
  return success([`Withdrawn. The rate stays ${formatRate(insteadOf.rate)}.`]);
}

const refusals: Readonly<Record<RateRefusal | WithdrawalRefusal, string>> = {
  NoRateAhead: 'No change of the rate is agreed for a day that has not come.',
  ...loanRefusals,
  CoreDoesThis: 'The core changes rates itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core changes its rate.",
  SameRate: 'The loan has this rate already.',
  RateInThePast: 'A rate can change today or later, never for days that are over.',
  RateTooFarAhead: 'That is too far ahead: at most 90 days.',
  PostedLater: 'A payment counts from a later day already. Choose that day, or a later one.',
  RateChangesLater: 'Another change of the rate is agreed for that day or a later one.',
  NoNewPayment: 'There is no payment left for which a new amount could be computed.',
  PaymentMoved: 'The new payment is another one by now. Look again.',
};
