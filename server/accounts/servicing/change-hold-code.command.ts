import { isHoldCodeIn } from '#common/accounts/rules/account.ts';
import { holdCodeWords } from '#common/accounts/rules/hold-code-words.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { followHoldCode } from '#server/payments/schedules/follow-hold-code.command.ts';
import { findAnyLoan } from '#server/payments/operator/loan-on-our-books.ts';
import { hasFiguresFromFiles } from '#server/payments/operator/waive-late-charge.command.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export interface HoldCodeChange {
  readonly customerId: string;
  readonly accountNumber: string;
  /** Empty to lift the code. */
  readonly wanted: string;
  /** The code that staff saw. */
  readonly before: string;
}

export type HoldCodeRefusal =
  | 'NotALoan'
  /** The core's own staff does this. */
  | 'CoreDoesThis'
  | 'FiguresFromFiles'
  | 'LoanClosed'
  /** Not among `deskOptions.holdCodes`. */
  | 'UnknownHoldCode'
  | 'HoldsChanged';

/** The codes that staff may set, in upper case, with their words. */
export function settableHoldCodes({ institution }: Pick<Services, 'institution'>): ReadonlyMap<string, string> {
  return holdCodeWords(institution.options['deskOptions.holdCodes']);
}

/** Returns why the code can't be changed, or undefined. */
export async function findHoldCodeObstacle(
  services: Pick<Services, 'clock' | 'host' | 'institution'>,
  change: HoldCodeChange,
): Promise<HoldCodeRefusal | undefined> {
  const read = await readLoanToChange(services, change);
  return read.ok ? undefined : read.error;
}

async function readLoanToChange(
  services: Pick<Services, 'clock' | 'host' | 'institution'>,
  { customerId, accountNumber, wanted, before }: HoldCodeChange,
): Promise<Result<HostLoan, HoldCodeRefusal>> {
  if (!services.host.servicing) return failure('CoreDoesThis');
  const loan = await findAnyLoan(services, { customerId, accountNumber });
  if (!loan) return failure('NotALoan');
  // The next file would bring the former code back.
  if (await hasFiguresFromFiles(services, customerId, accountNumber)) return failure('FiguresFromFiles');
  if (loan.closed) return failure('LoanClosed');
  if (wanted !== '' && !isHoldCodeIn(wanted, [...settableHoldCodes(services).keys()])) {
    return failure('UnknownHoldCode');
  }
  return loan.holdCode === before ? success(loan) : failure('HoldsChanged');
}

/**
 * Sets the hold code of a loan, or lifts it. Planned payments that the code stops are paused, and the customer is told.
 * @param within runs in the transaction of the change
 */
export function changeHoldCode(
  services: Services,
  change: HoldCodeChange,
  decision: { readonly by: string; readonly reason: string },
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, HoldCodeRefusal>> {
  const { audit, clock, database } = services;
  const { accountNumber, customerId, wanted: holdCode, before } = change;
  const subject = accountSubject(accountNumber);
  const read = () => readLoanToChange(services, change);
  return readThenChange(database, subject, read, async (transaction, loan) => {
    if (!loan.ok) return loan;
    await raiseGuard(transaction, subject);
    await enqueueHostTask(services, transaction, { kind: 'changeHoldCode', accountNumber, holdCode });
    await followHoldCode(services, transaction, { ...loan.value, customerId, holdCode }, clock.moment());
    const details = { customerId, accountNumber, before, after: holdCode, ...decision };
    await audit.record(transaction, { event: 'loan-hold-code-changed', userId: null, details });
    await within(transaction);
    return success(undefined);
  });
}
