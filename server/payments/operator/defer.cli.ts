import { MAX_DEFERRED_AT_ONCE } from '#common/accounts/rules/deferral.ts';
import { formatDay } from '#common/core/dates.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { Command, CommandContext } from '#server/platform/cli/command.ts';
import { takeOperator } from '#server/platform/cli/operator.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import {
  deferInstallments,
  type DeferralRefusal,
  planDeferral,
  type WantedDeferral,
} from './defer-installments.command.ts';
import { newPaymentLines } from './moved-dates.ts';
import { loanRefusals, runLoanCommand } from './run-loan-command.cli.ts';

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
    return runLoanCommand(context, {
      accountNumber,
      by,
      refusals,
      run: (loan, decision) => defer(context, { ...loan, installments }, decision),
    });
  },
};

async function defer(
  context: CommandContext,
  wanted: WantedDeferral,
  decision: PaymentDecision | undefined,
): Promise<Result<readonly string[], DeferralRefusal>> {
  const planned = await planDeferral(context, wanted);
  if (!planned.ok) return planned;
  const { now, after, deferred, automatic } = planned.value;
  if (!after.ok) return after;
  if (now.dueOn === null || after.value.dueOn === null) return failure('NothingOwed');
  if (!decision) {
    const lines = [
      `Not due anymore: ${deferred.map(formatDay).join(', ')}.`,
      `Next payment: ${formatDay(now.dueOn)} would move to ${formatDay(after.value.dueOn)}.`,
      ...newPaymentLines(after.value),
    ];
    if (automatic) lines.push(`Automatic payment: drawn next on ${formatDay(automatic.next)}.`);
    return success(lines);
  }
  const changed = await deferInstallments(context, { ...wanted, seen: now.dueOn }, decision, () => Promise.resolve());
  if (!changed.ok) return changed;
  return success([`Deferred: the next payment is due ${formatDay(changed.value.after)}.`]);
}

const refusals: Readonly<Record<DeferralRefusal, string>> = {
  ...loanRefusals,
  CoreDoesThis: 'The core defers payments itself.',
  FiguresFromFiles: "The figures of the loan come from the core's files, so the core defers its payments.",
  NoInstallments: 'A line of credit has no installments to defer.',
  LoanHeld: 'The loan has a hold code, is in dispute, or is locked for payoff.',
  TooManyDeferred: 'That is more than the institution allows in twelve months (deskOptions.maxDeferredPerYear).',
  DueDateMoved: 'The next due date has moved meanwhile. Look again.',
  DrawnToday: 'An automatic payment is about to be drawn. Defer afterwards.',
};
