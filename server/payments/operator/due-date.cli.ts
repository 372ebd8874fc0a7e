import { formatDay } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { takeOperator } from '#server/platform/cli/operator.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import { changeDueDay, type DueDayRefusal, type NewDueDay, planDueDay } from './change-due-day.command.ts';
import { newPaymentLines } from './moved-dates.ts';
import { loanRefusals, runLoanCommand } from './run-loan-command.cli.ts';

const usage = `Usage:
  passbook due-date ACCOUNT DAY
  passbook due-date ACCOUNT DAY --by NAME

Shows what a loan's due dates would be on another day of the month, 1 to 31. With --by,
changes them: the next installment moves to the first such day on or after its own, and
all later ones with it. The customer is told by email.`;

export const dueDateCommand: Command = {
  name: 'due-date',
  summary: 'Moves the due day of a loan',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [accountNumber, dayWritten, ...more] = rest;
    const dueDay = Number(dayWritten);
    if (accountNumber === undefined || more.length > 0 || !Number.isInteger(dueDay) || dueDay < 1 || dueDay > 31) {
      console.error(usage);
      return 2;
    }
    return runLoanCommand(context, {
      accountNumber,
      by,
      refusals,
      run: (loan, decision) => moveDueDay(context, { ...loan, dueDay }, decision),
    });
  },
};

async function moveDueDay(
  context: CommandContext,
  change: NewDueDay,
  decision: PaymentDecision | undefined,
): Promise<Result<readonly string[], DueDayRefusal>> {
  const planned = await planDueDay(context, change);
  if (!planned.ok) return planned;
  const { now, after, automatic } = planned.value;
  if (!after.ok) return after;
  if (now.dueOn === null || after.value.dueOn === null) return failure('NothingOwed');
  if (!decision) {
    const lines = [
      `Next payment: ${formatDay(now.dueOn)} would move to ${formatDay(after.value.dueOn)}.`,
      ...newPaymentLines(after.value),
    ];
    if (automatic) {
      lines.push(`Automatic payment: ${formatDay(automatic.before)} would move to ${formatDay(automatic.after)}.`);
    }
    return success(lines);
  }
  const changed = await changeDueDay(context, { ...change, seen: now.dueOn }, decision, () => Promise.resolve());
  if (!changed.ok) return changed;
  return success([`Changed: the next payment is due ${formatDay(changed.value.after)}.`]);
}

const refusals: Readonly<Record<DueDayRefusal, string>> = {
  ...loanRefusals,
  CoreDoesThis: 'The core changes due dates itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core changes its due date.",
  NotMonthly: 'Only a loan with monthly payments has a due day to change.',
  InstallmentDue: 'An installment is due and unpaid. Change the due date once it is paid.',
  SameDueDay: 'The loan is due on this day already.',
  DueDateMoved: 'The next due date has moved meanwhile. Look again.',
  DrawnToday: 'An automatic payment is about to be drawn. Change the due date afterwards.',
};
