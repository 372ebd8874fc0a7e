import { randomUUID } from 'node:crypto';
import { keysOf } from '#common/core/keys-of.ts';
import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { inOrder, type LoanHold } from '#common/accounts/rules/loan-holds.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import { accountSubject } from '#server/host-tasks/host-task.ts';
import { readThenChange } from '#server/host-tasks/read-then-change.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import { findAnyLoan } from '#server/payments/operator/loan-on-our-books.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';

export interface HoldsChange {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly wanted: readonly LoanHold[];
  /** As staff saw them when they decided. */
  readonly before: readonly LoanHold[];
}

export type HoldsRefusal = 'NotALoan' | 'CoreDoesThis' | 'HoldsChanged';

/** The holds on a loan, in order. */
export function holdsOf(loan: HostLoan): LoanHold[] {
  const { security } = loan;
  const placed: Readonly<Record<LoanHold, boolean>> = {
    inDispute: loan.inDispute,
    lockedForPayoff: loan.lockedForPayoff,
    noOnlinePayments: !security.onlinePayments,
    onlyImmediatePayments: loan.onlyImmediatePayments,
    noBankPayments: !security.achPayments,
    noCardPayments: !security.cardPayments,
    noRecurringPayments: !security.recurring,
    historyBlocked: loan.historyBlocked,
  };
  return inOrder(keysOf(placed).filter((hold) => placed[hold]));
}

/**
 * Places and lifts holds. Planned payments stay; on their day they follow the holds of that day.
 * @param within runs in the transaction of the change
 */
export function changeHolds(
  services: Services,
  { customerId, accountNumber, wanted, before }: HoldsChange,
  by: string,
  within: (transaction: Transaction) => Promise<void>,
): Promise<Result<void, HoldsRefusal>> {
  const { audit, database, host } = services;
  const subject = accountSubject(accountNumber);
  const read = () => findAnyLoan(services, { customerId, accountNumber });
  return readThenChange(database, subject, read, async (transaction, loan) => {
    if (!host.servicing) return failure('CoreDoesThis');
    if (!loan) return failure('NotALoan');
    const now = holdsOf(loan);
    if (now.join() !== inOrder(before).join()) return failure('HoldsChanged');
    const holds = inOrder(wanted);
    await raiseGuard(transaction, subject);
    await enqueueHostTask(services, transaction, { kind: 'changeHolds', accountNumber, holds });
    const details = { customerId, accountNumber, before: now.join(', '), after: holds.join(', '), by };
    await tellOfDispute(services, transaction, { accountNumber, customerId }, { before: now, after: holds });
    await audit.record(transaction, { event: 'loan-holds-changed', userId: null, details });
    await within(transaction);
    return success(undefined);
  });
}

/** The other holds the portal shows at once where they matter; a dispute is the customer's own matter. */
async function tellOfDispute(
  services: Services,
  transaction: Transaction,
  { accountNumber, customerId }: Pick<HoldsChange, 'accountNumber' | 'customerId'>,
  { before, after }: { readonly before: readonly LoanHold[]; readonly after: readonly LoanHold[] },
): Promise<void> {
  const isDisputed = after.includes('inDispute');
  if (before.includes('inDispute') === isDisputed) return;
  const hidesCheckDigit = services.institution.options['globalOptions.removeCheckDigitFromAccountNumber'];
  const values = { loan: shownAccountNumber(accountNumber, hidesCheckDigit) };
  const words = isDisputed
    ? ({
        subject: { key: 'loanDisputeMail.recordedSubject' },
        body: { key: 'loanDisputeMail.recordedBody', values },
      } as const)
    : ({
        subject: { key: 'loanDisputeMail.endedSubject' },
        body: { key: 'loanDisputeMail.endedBody', values },
      } as const);
  const mail = { occasion: `loan-dispute-${accountNumber}-${randomUUID()}`, ...words };
  const at = services.clock.now().toString();
  await enqueueHostTask(services, transaction, { kind: 'mail', customerId, mail, at });
}
