import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { KeptApplied } from '#server/host/host-payments.ts';
import type { MessageTask } from './host-task.ts';

/** @param taskId of the change that let the loan owe again */
export function overpaymentAppliedMail(
  { options }: Institution,
  taskId: number,
  { customerId, accountNumber, amountCents }: KeptApplied,
  at: Temporal.Instant,
): MessageTask {
  const loan = shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
  return {
    kind: 'mail',
    customerId,
    mail: {
      occasion: `overpayment-applied-${taskId}`,
      subject: { key: 'overpaymentAppliedMail.subject' },
      body: { key: 'overpaymentAppliedMail.body', values: { amount: formatCents(amountCents), loan } },
    },
    at: at.toString(),
  };
}
