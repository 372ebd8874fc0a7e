import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { PaymentMail } from '#server/payments/mail-customer.ts';
import { shownLoan } from '#server/payments/mail-words.ts';
import type { Payment } from '#server/payments/payments.queries.ts';

/** For a card that was charged for a payment the core refuses. */
export function unappliedMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `unapplied-${payment.paymentId}`,
    subject: { key: 'unappliedMail.subject' },
    body: { key: 'unappliedMail.body', fills: fillsOf(institution, payment) },
  };
}

export function refundedMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `refunded-${payment.paymentId}`,
    subject: { key: 'refundedMail.subject' },
    body: { key: 'refundedMail.body', fills: fillsOf(institution, payment) },
  };
}

/** For a posted card payment that was refunded at the processor. */
export function cardRefundMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `refunded-${payment.paymentId}`,
    subject: { key: 'cardRefundMail.subject' },
    body: { key: 'cardRefundMail.body', fills: fillsOf(institution, payment) },
  };
}

export function disputeOpenedMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `dispute-opened-${payment.paymentId}`,
    subject: { key: 'disputeOpenedMail.subject' },
    body: { key: 'disputeOpenedMail.body', fills: fillsOf(institution, payment) },
  };
}

export function disputeLostMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `dispute-lost-${payment.paymentId}`,
    subject: { key: 'disputeLostMail.subject' },
    body: { key: 'disputeLostMail.body', fills: fillsOf(institution, payment) },
  };
}

function fillsOf(institution: Institution, payment: Payment): string[] {
  return [
    formatCents(payment.totalCents),
    payment.lastFour,
    shownLoan(institution, payment.accountNumber),
    formatDay(payment.payOn),
    payment.referenceNumber,
  ];
}
