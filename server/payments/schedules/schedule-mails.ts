import { type Day, formatDay } from '#common/core/dates.ts';
import { addCents, type Cents, formatCents, subtractCents, ZERO } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { LoanToDraw } from '#server/host/host.ts';
import { reasonOf } from '#common/payments/rules/return-codes.ts';
import type { MessageKey } from '#server/messages/message-catalog.ts';
import type { ExpiringCard } from '#server/payments/settlement/expiring-cards.queries.ts';
import { type PaymentMail, amountDrawn, methodName, shownLoan } from '#server/payments/mail-customer.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import type { Recurring } from './recurring-payments.queries.ts';

/** Emails about automatic payments. Each is sent once, and only if the customer has an address. */

export type NotDrawnReason = Exclude<LoanToDraw['standing'], 'open'> | 'nothingOwed';

/** For a scheduled payment with nothing to pay on its day. */
export function notDrawnMail(institution: Institution, payment: Payment, reason: NotDrawnReason): PaymentMail {
  return {
    occasion: `not-needed-${payment.paymentId}`,
    subject: { key: owesNothing(reason) ? 'scheduledCancelledMail.subject' : 'scheduledFailedMail.subject' },
    body: {
      key: notDrawnBodies[reason],
      values: {
        loan: shownLoan(institution, payment.accountNumber),
        amount: formatCents(payment.totalCents),
        date: formatDay(payment.payOn),
      },
    },
  };
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

/** For a recurring payment with nothing left to pay. */
export function recurringEndedMail(
  institution: Institution,
  recurring: Recurring,
  reason: Exclude<LoanToDraw['standing'], 'open'>,
): PaymentMail {
  return {
    occasion: `recurring-finished-${recurring.recurringId}`,
    subject: { key: reason === 'paidOff' ? 'recurringFinishedMail.subject' : 'recurringStoppedMail.subject' },
    body: {
      key: endedBodies[reason],
      values: { loan: shownLoan(institution, recurring.accountNumber), date: formatDay(recurring.runOn) },
    },
  };
}

/** For a loan whose recurring payment ended as it was paid off, and that a payment which came back opens again. */
export function reopenedMail(institution: Institution, ended: Recurring, paymentId: string): PaymentMail {
  return {
    occasion: `recurring-not-resumed-${ended.recurringId}-${paymentId}`,
    subject: { key: 'recurringStoppedMail.reopenedSubject' },
    body: {
      key: 'recurringStoppedMail.reopenedBody',
      values: { loan: shownLoan(institution, ended.accountNumber) },
    },
  };
}

const endedBodies = {
  paidOff: 'recurringFinishedMail.body',
  closed: 'recurringStoppedMail.closedBody',
  notFound: 'recurringStoppedMail.notFoundBody',
} as const satisfies Record<Exclude<LoanToDraw['standing'], 'open'>, MessageKey>;

/**
 * Announces the amount of a varying debit (Regulation E, 12 CFR 1005.10(d)).
 * @param movedFrom the day on which it would have been drawn if it had been announced in time
 */
export function debitNoticeMail(
  institution: Institution,
  recurring: Recurring,
  amountCents: Cents,
  movedFrom?: Day,
): PaymentMail {
  const { recurringId, runOn, method, accountNumber } = recurring;
  const feeCents = addCents(recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents);
  const totalCents = addCents(amountCents, feeCents);
  const on = formatDay(runOn);
  const amount = amountDrawn(institution, {
    amountCents,
    additionalPrincipalCents: ZERO,
    feeCents,
    paysTotalDue: false,
  });
  const values = {
    date: on,
    amount,
    method: methodName(institution, method.type),
    lastFour: method.lastFour,
    loan: shownLoan(institution, accountNumber),
  };
  return {
    // A change before that day may need a new announcement, also in the two emails below.
    occasion: `debit-notice-${recurringId}-${runOn}-${method.lastFour}-${totalCents}`,
    subject: { key: 'debitNoticeMail.subject', values: { amount: formatCents(totalCents), date: on } },
    body:
      movedFrom === undefined
        ? { key: 'debitNoticeMail.body', values }
        : { key: 'debitNoticeMail.movedBody', values: { ...values, before: formatDay(movedFrom) } },
  };
}

export function lastPaymentMail(institution: Institution, last: LastPayment): PaymentMail {
  const { recurring, on, totalCents } = last;
  const feeCents = addCents(recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents);
  const amountCents = subtractCents(totalCents, feeCents);
  const amount = amountDrawn(institution, {
    amountCents,
    additionalPrincipalCents: ZERO,
    feeCents,
    paysTotalDue: false,
  });
  return {
    occasion: `last-payment-${recurring.recurringId}-${on}-${recurring.method.lastFour}-${totalCents}`,
    subject: { key: 'lastPaymentMail.subject', values: { amount: formatCents(totalCents), date: formatDay(on) } },
    body: {
      key: 'lastPaymentMail.body',
      values: {
        date: formatDay(on),
        amount,
        method: methodName(institution, recurring.method.type),
        lastFour: recurring.method.lastFour,
        loan: shownLoan(institution, recurring.accountNumber),
        usualAmount: formatCents(recurring.totalCents),
      },
    },
  };
}

export function cardExpiresMail(institution: Institution, card: ExpiringCard): PaymentMail {
  const loans = card.accountNumbers.map((accountNumber) => shownLoan(institution, accountNumber)).join(', ');
  return {
    occasion: `card-expires-${card.userId}-${card.accountNumbers[0]}-${card.lastFour}-${card.goodThrough}`,
    subject: { key: 'cardExpiresMail.subject' },
    body: {
      key: 'cardExpiresMail.body',
      values: { loans, lastFour: card.lastFour, date: formatDay(card.goodThrough) },
    },
  };
}

export function balloonMail(institution: Institution, last: LastPayment): PaymentMail {
  const { recurring, on, totalCents } = last;
  const loan = shownLoan(institution, recurring.accountNumber);
  return {
    occasion: `balloon-${recurring.recurringId}-${on}-${recurring.totalCents}-${totalCents}`,
    subject: { key: 'balloonMail.subject', values: { loan } },
    body: {
      key: 'balloonMail.body',
      values: {
        loan,
        date: formatDay(on),
        amount: formatCents(totalCents),
        usualAmount: formatCents(recurring.totalCents),
      },
    },
  };
}

export interface LastPayment {
  readonly recurring: Recurring;
  readonly on: Day;
  readonly totalCents: Cents;
}

/** Says why a bank sent an entry back. */
export function returnReasonText({ texts }: Institution, code: string): string {
  return texts[`returnReason.${reasonOf(code)}`] ?? code;
}

export function returnedMail(
  institution: Institution,
  payment: Payment,
  code: string,
  returnFeeCents: Cents,
): PaymentMail {
  const values = {
    amount: formatCents(payment.totalCents),
    loan: shownLoan(institution, payment.accountNumber),
    date: formatDay(payment.payOn),
    reason: returnReasonText(institution, code),
    code,
  };
  return {
    occasion: `returned-${payment.paymentId}`,
    subject: { key: 'paymentReturnedMail.subject' },
    body:
      returnFeeCents > ZERO
        ? { key: 'paymentReturnedMail.feeBody', values: { ...values, fee: formatCents(returnFeeCents) } }
        : { key: 'paymentReturnedMail.body', values },
  };
}

export function notSentMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: notSentOccasion(payment),
    subject: { key: 'paymentNotSentMail.subject' },
    body: { key: 'paymentNotSentMail.body', values: notSentValues(institution, payment) },
  };
}

/** For a draft that staff cancelled before it left, as the customer asked. */
export function notSentOnRequestMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: notSentOccasion(payment),
    subject: { key: 'draftCancelledMail.subject' },
    body: { key: 'draftCancelledMail.body', values: notSentValues(institution, payment) },
  };
}

function notSentOccasion({ paymentId }: Payment): string {
  return `not-sent-${paymentId}`;
}

function notSentValues(institution: Institution, payment: Payment) {
  return {
    amount: formatCents(payment.totalCents),
    loan: shownLoan(institution, payment.accountNumber),
    date: formatDay(payment.payOn),
  };
}

/** For an account whose numbers the bank changed; warns customers who don't recognize it. */
export function bankChangeMail(change: {
  readonly occasion: string;
  readonly formerLastFour: string;
  readonly lastFour: string;
  readonly bankName: string;
}): PaymentMail {
  return {
    occasion: change.occasion,
    subject: { key: 'bankChangeMail.subject' },
    body: {
      key: 'bankChangeMail.body',
      values: { formerLastFour: change.formerLastFour, lastFour: change.lastFour, bank: change.bankName },
    },
  };
}
