import { MAX_DEFERRED_AT_ONCE } from '#common/accounts/rules/deferral.ts';
import { formatDay } from '#common/core/dates.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { isNamed, takeOperator } from '#server/platform/cli/operator.ts';
import { deferInstallments, type DeferralRefusal, planDeferral } from './defer-installments.command.ts';

const usage = `Usage:
  passbook defer ACCOUNT INSTALLMENTS
  passbook defer ACCOUNT INSTALLMENTS --by NAME

Shows what the due dates of a loan would be if its next installments were deferred, 1 to
${MAX_DEFERRED_AT_ONCE}. With --by, defers them: all installments and the maturity move, interest goes on,
and an automatic payment on the due date skips them. The customer is told by email.`;

export const deferCommand: Command = {
  name: 'defer',
  summary: 'Defers installments of a loan',
  usage,
  async run(args, context) {
    const { by, rest } = takeOperator(args);
    const [accountNumber, written, ...more] = rest;
    const installments = Number(written);
    const isCount = Number.isInteger(installments) && installments >= 1 && installments <= MAX_DEFERRED_AT_ONCE;
    if (accountNumber === undefined || more.length > 0 || !isCount) {
      console.error(usage);
      return 2;
    }
    if (by !== undefined && !isNamed(by)) return 2;
    return defer(context, accountNumber, installments, by);
  },
};

async function defer(context: CommandContext, accountNumber: string, installments: number, by: string | undefined) {
  const [owned] = await context.host.listLoans([accountNumber], context.clock.today());
  if (!owned) return refuse('NotALoan');
  const wanted = { customerId: owned.customerId, accountNumber, installments };
  const planned = await planDeferral(context, wanted);
  if (!planned.ok) return refuse(planned.error);
  const { now, after, deferred, automatic } = planned.value;
  if (!after.ok) return refuse(after.error);
  if (now.dueOn === null || after.value.dueOn === null) return refuse('NothingOwed');
  if (by === undefined) {
    console.log(`Not due any more: ${deferred.map(formatDay).join(', ')}.`);
    console.log(`Next payment: ${formatDay(now.dueOn)} would move to ${formatDay(after.value.dueOn)}.`);
    if (automatic) console.log(`Automatic payment: drawn next on ${formatDay(automatic.next)}.`);
    return 0;
  }
  const decision = { by, reason: 'Command line' };
  const deferral = { ...wanted, seen: now.dueOn };
  const changed = await deferInstallments(context, deferral, decision, () => Promise.resolve());
  if (!changed.ok) return refuse(changed.error);
  console.log(`Deferred: the next payment is due ${formatDay(changed.value.after)}.`);
  return 0;
}

function refuse(refusal: DeferralRefusal): number {
  console.error(refusals[refusal]);
  return 1;
}

const refusals: Readonly<Record<DeferralRefusal, string>> = {
  NotALoan: 'This is no loan on the books.',
  CoreDoesThis: 'The core defers payments itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core defers its payments.",
  NoInstallments: 'A line of credit has no installments to defer.',
  NothingOwed: 'The loan owes nothing.',
  LoanClosed: 'The loan is closed.',
  LoanHeld: 'The loan has a hold code, is in dispute, or is locked for payoff.',
  TooManyDeferred: 'That is more than the institution allows in twelve months (deskOptions.maxDeferredPerYear).',
  DueDateMoved: 'The next due date has moved meanwhile. Look again.',
  DrawnToday: 'An automatic payment is about to be drawn. Defer afterwards.',
};
