import type { CommandContext } from '#server/platform/cli/command.ts';
import type { PaymentDecision } from '#server/payments/settlement/change-payment-state.command.ts';
import type { Result } from '#common/core/results.ts';
import type { LoanName } from './loan-on-our-books.ts';

interface LoanCommand<Refusal extends string> {
  readonly accountNumber: string;
  /** The operator who makes the change; without one it is only shown. */
  readonly by: string | undefined;
  readonly refusals: Readonly<Record<Refusal | 'NotALoan', string>>;
  /** Returns what to print. */
  readonly run: (
    loan: LoanName,
    decision: PaymentDecision | undefined,
  ) => Promise<Result<readonly string[], Refusal | 'NotALoan'>>;
}

/** Shows or makes a change of one loan. @returns the exit code */
export async function runLoanCommand<Refusal extends string>(
  { clock, host }: Pick<CommandContext, 'clock' | 'host'>,
  { accountNumber, by, refusals, run }: LoanCommand<Refusal>,
): Promise<number> {
  const [owned] = await host.listLoans([accountNumber], clock.today());
  const decision = by === undefined ? undefined : { by, reason: 'Command line' };
  const done = owned && (await run({ customerId: owned.customerId, accountNumber }, decision));
  if (done?.ok === true) {
    for (const line of done.value) console.log(line);
    return 0;
  }
  console.error(refusals[done ? done.error : 'NotALoan']);
  return 1;
}

/** The reasons for which any change of a loan can be refused. */
export const loanRefusals = {
  NotALoan: 'This is not a loan on the books.',
  NothingOwed: 'The loan owes nothing.',
  LoanClosed: 'The loan is closed.',
} as const;
