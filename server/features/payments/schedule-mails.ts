import { type Day, formatDay } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { LoanToDraw } from '#server/host/host.ts';
import { reasonOf } from '#server/payments-network/nacha/return-codes.ts';
import { composeMail } from '#server/platform/mail/compose-mail.ts';
import type { OutgoingMessage } from '#server/platform/mail/outbox.queries.ts';
import type { MessageKey } from '#server/platform/messages/message-catalogue.ts';
import { methodName, shownLoan } from './mail-words.ts';
import type { Payment } from './payments.queries.ts';
import type { Recurring } from './recurring-payments.queries.ts';

/** What customers are told of payments that run by themselves; each once, and nothing where there is no address. */

type Mail = OutgoingMessage | undefined;

/** A payment that was scheduled or recurs was declined. */
export function failedMail(institution: Institution, payment: Payment): Mail {
  const recurs = payment.timing === 'recurring';
  return composeMail(institution, {
    occasion: `failed-${payment.paymentId}`,
    recipient: payment.receiptTo,
    subject: { key: recurs ? 'recurringFailedMail.subject' : 'scheduledFailedMail.subject' },
    body: {
      key: recurs ? 'recurringFailedMail.body' : 'scheduledFailedMail.body',
      fills: [
        formatCents(payment.totalCents),
        shownLoan(institution, payment.accountNumber),
        formatDay(payment.payOn),
        methodName(institution, payment.methodType),
        payment.lastFour,
      ],
    },
  });
}

/** Why nothing is drawn on the day of a payment. */
export type NotDrawnReason = Exclude<LoanToDraw['standing'], 'open'> | 'nothingOwed';

/** On its day a scheduled payment has nothing to draw. */
export function notDrawnMail(institution: Institution, payment: Payment, reason: NotDrawnReason): Mail {
  return composeMail(institution, {
    occasion: `not-needed-${payment.paymentId}`,
    recipient: payment.receiptTo,
    subject: { key: owesNothing(reason) ? 'scheduledCancelledMail.subject' : 'scheduledFailedMail.subject' },
    body: {
      key: notDrawnBodies[reason],
      fills: [shownLoan(institution, payment.accountNumber), formatCents(payment.totalCents), formatDay(payment.payOn)],
    },
  });
}

const notDrawnBodies = {
  paidOff: 'scheduledCancelledMail.paidOffBody',
  nothingOwed: 'scheduledCancelledMail.body',
  closed: 'scheduledCancelledMail.closedBody',
  notFound: 'scheduledCancelledMail.notFoundBody',
} as const satisfies Record<NotDrawnReason, MessageKey>;

function owesNothing(reason: NotDrawnReason): boolean {
  return reason === 'paidOff' || reason === 'nothingOwed';
}

/** Two payments in a row failed. */
export function stoppedMail(institution: Institution, recurring: Recurring, lastOn: Day): Mail {
  return composeMail(institution, {
    occasion: `recurring-stopped-${recurring.recurringId}`,
    recipient: recurring.receiptTo,
    subject: { key: 'recurringStoppedMail.subject' },
    body: {
      key: 'recurringStoppedMail.body',
      fills: [shownLoan(institution, recurring.accountNumber), formatDay(lastOn)],
    },
  });
}

/** There is nothing more to draw for a recurring payment. */
export function recurringEndedMail(
  institution: Institution,
  recurring: Recurring,
  reason: Exclude<LoanToDraw['standing'], 'open'>,
): Mail {
  return composeMail(institution, {
    occasion: `recurring-finished-${recurring.recurringId}`,
    recipient: recurring.receiptTo,
    subject: { key: reason === 'paidOff' ? 'recurringFinishedMail.subject' : 'recurringStoppedMail.subject' },
    body: {
      key: endedBodies[reason],
      fills: [shownLoan(institution, recurring.accountNumber), formatDay(recurring.runOn)],
    },
  });
}

const endedBodies = {
  paidOff: 'recurringFinishedMail.body',
  closed: 'recurringStoppedMail.closedBody',
  notFound: 'recurringStoppedMail.notFoundBody',
} as const satisfies Record<Exclude<LoanToDraw['standing'], 'open'>, MessageKey>;

/** The amount of a debit that varies, told beforehand (Regulation E, 12 CFR 1005.10(d)). */
export function debitNoticeMail(institution: Institution, recurring: Recurring, amountCents: Cents): Mail {
  const amount = formatCents(amountCents);
  const on = formatDay(recurring.runOn);
  return composeMail(institution, {
    occasion: `debit-notice-${recurring.recurringId}-${recurring.runOn}`,
    recipient: recurring.receiptTo,
    subject: { key: 'debitNoticeMail.subject', fills: [amount, on] },
    body: {
      key: 'debitNoticeMail.body',
      fills: [on, amount, recurring.method.lastFour, shownLoan(institution, recurring.accountNumber)],
    },
  });
}

/** The last payment takes whatever is left of a loan. */
export function lastPaymentMail(institution: Institution, last: LastPayment): Mail {
  const { recurring, on, totalCents } = last;
  const fills = [formatDay(on), formatCents(totalCents), methodName(institution, recurring.method.type)];
  return composeMail(institution, {
    occasion: `last-payment-${recurring.recurringId}-${on}`,
    recipient: recurring.receiptTo,
    subject: { key: 'lastPaymentMail.subject', fills: [formatCents(totalCents), formatDay(on)] },
    body: {
      key: 'lastPaymentMail.body',
      fills: [
        ...fills,
        recurring.method.lastFour,
        shownLoan(institution, recurring.accountNumber),
        formatCents(recurring.totalCents),
      ],
    },
  });
}

/** The last installment is larger than a recurring payment takes. */
export function balloonMail(institution: Institution, last: LastPayment): Mail {
  const { recurring, on, totalCents } = last;
  const loan = shownLoan(institution, recurring.accountNumber);
  return composeMail(institution, {
    occasion: `balloon-${recurring.recurringId}`,
    recipient: recurring.receiptTo,
    subject: { key: 'balloonMail.subject', fills: [loan] },
    body: {
      key: 'balloonMail.body',
      fills: [loan, formatDay(on), formatCents(totalCents), formatCents(recurring.totalCents)],
    },
  });
}

export interface LastPayment {
  readonly recurring: Recurring;
  readonly on: Day;
  readonly totalCents: Cents;
}

/** A bank gave a draft back. */
export function returnedMail(institution: Institution, payment: Payment, code: string): Mail {
  return composeMail(institution, {
    occasion: `returned-${payment.paymentId}`,
    recipient: payment.receiptTo,
    subject: { key: 'paymentReturnedMail.subject' },
    body: {
      key: 'paymentReturnedMail.body',
      fills: [
        formatCents(payment.totalCents),
        shownLoan(institution, payment.accountNumber),
        formatDay(payment.payOn),
        institution.texts[`returnReason.${reasonOf(code)}`] ?? code,
        code,
      ],
    },
  });
}

/** A draft was given up before it left for the bank. */
export function notSentMail(institution: Institution, payment: Payment): Mail {
  return composeMail(institution, {
    occasion: `not-sent-${payment.paymentId}`,
    recipient: payment.receiptTo,
    subject: { key: 'paymentNotSentMail.subject' },
    body: {
      key: 'paymentNotSentMail.body',
      fills: [formatCents(payment.totalCents), shownLoan(institution, payment.accountNumber), formatDay(payment.payOn)],
    },
  });
}

/** A bank gave an account other numbers; whoever does not know the account is warned. */
export function bankChangeMail(
  institution: Institution,
  change: {
    readonly occasion: string;
    readonly recipient: string;
    readonly formerLastFour: string;
    readonly lastFour: string;
    readonly bankName: string;
  },
): Mail {
  return composeMail(institution, {
    occasion: change.occasion,
    recipient: change.recipient,
    subject: { key: 'bankChangeMail.subject' },
    body: { key: 'bankChangeMail.body', fills: [change.formerLastFour, change.lastFour, change.bankName] },
  });
}
