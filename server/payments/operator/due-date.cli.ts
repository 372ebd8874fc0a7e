import { formatDay } from '#common/core/dates.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { changeDueDay, type DueDayRefusal, planDueDay } from './change-due-day.command.ts';

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
    if (by !== undefined && !isNamed(by)) return 2;
    return moveDueDay(context, accountNumber, dueDay, by);
  },
};

async function moveDueDay(context: CommandContext, accountNumber: string, dueDay: number, by: string | undefined) {
  const [owned] = await context.host.listLoans([accountNumber], context.clock.today());
  if (!owned) return refuse('NotALoan');
  const change = { customerId: owned.customerId, accountNumber, dueDay };
  const planned = await planDueDay(context, change);
  if (!planned.ok) return refuse(planned.error);
  const { now, after, automatic } = planned.value;
  if (!after.ok) return refuse(after.error);
  if (now.dueOn === null || after.value.dueOn === null) return refuse('NothingOwed');
  if (by === undefined) {
    console.log(`Next payment: ${formatDay(now.dueOn)} would move to ${formatDay(after.value.dueOn)}.`);
    if (automatic) {
      console.log(`Automatic payment: ${formatDay(automatic.before)} would move to ${formatDay(automatic.after)}.`);
    }
    return 0;
  }
  const decision = { by, reason: 'Command line' };
  const changed = await changeDueDay(context, { ...change, seen: now.dueOn }, decision, () => Promise.resolve());
  if (!changed.ok) return refuse(changed.error);
  console.log(`Changed: the next payment is due ${formatDay(changed.value.after)}.`);
  return 0;
}

function refuse(refusal: DueDayRefusal): number {
  console.error(refusals[refusal]);
  return 1;
}

const refusals: Readonly<Record<DueDayRefusal, string>> = {
  NotALoan: 'This is no loan on the books.',
  CoreDoesThis: 'The core changes due dates itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core changes its due date.",
  NotMonthly: 'Only a loan with monthly payments has a due day to change.',
  NothingOwed: 'The loan owes nothing.',
  InstallmentDue: 'An installment is due and unpaid. Change the due date once it is paid.',
  SameDueDay: 'The loan is due on this day already.',
  DueDateMoved: 'The next due date has moved meanwhile. Look again.',
  DrawnToday: 'An automatic payment is about to be drawn. Change the due date afterwards.',
};
