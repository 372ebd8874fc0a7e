import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { MoneyOnLoan } from '#server/host/host-payments.ts';
import type { MessageTask } from './host-task.ts';

/** @param taskId of the change that let the loan owe again */
export function overpaymentAppliedMail(
  institution: Institution,
  taskId: number,
  kept: MoneyOnLoan,
  at: Temporal.Instant,
): MessageTask {
  return mailAbout(institution, kept, at, {
    occasion: `overpayment-applied-${taskId}`,
    subject: 'overpaymentAppliedMail.subject',
    body: 'overpaymentAppliedMail.body',
  });
}

/** @param taskId of the reversal of the draw */
export function drawOverpaidMail(
  institution: Institution,
  taskId: number,
  leftOver: MoneyOnLoan,
  at: Temporal.Instant,
): MessageTask {
  return mailAbout(institution, leftOver, at, {
    occasion: `draw-overpaid-${taskId}`,
    subject: 'drawMail.overpaidSubject',
    body: 'drawMail.overpaidBody',
  });
}

function mailAbout(
  { options }: Institution,
  { customerId, accountNumber, amountCents }: MoneyOnLoan,
  at: Temporal.Instant,
  {
    occasion,
    subject,
    body,
  }: {
    readonly occasion: string;
    readonly subject: 'overpaymentAppliedMail.subject' | 'drawMail.overpaidSubject';
    readonly body: 'overpaymentAppliedMail.body' | 'drawMail.overpaidBody';
  },
): MessageTask {
  const loan = shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
  return {
    kind: 'mail',
    customerId,
    mail: {
      occasion,
      subject: { key: subject },
      body: { key: body, values: { amount: formatCents(amountCents), loan } },
    },
    at: at.toString(),
  };
}
