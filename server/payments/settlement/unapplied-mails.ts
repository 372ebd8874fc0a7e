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
    body: { key: 'unappliedMail.body', values: valuesOf(institution, payment) },
  };
}

/** For a bank payment that the core refuses after the customer left, as one accepted while the core was down. */
export function draftRefusedMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `draft-refused-${payment.paymentId}`,
    subject: { key: 'draftRefusedMail.subject' },
    body: { key: 'draftRefusedMail.body', values: valuesOf(institution, payment) },
  };
}

export function refundedMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `refunded-${payment.paymentId}`,
    subject: { key: 'refundedMail.subject' },
    body: { key: 'refundedMail.body', values: valuesOf(institution, payment) },
  };
}

/** For a posted card payment that was refunded at the processor. */
export function cardRefundMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `refunded-${payment.paymentId}`,
    subject: { key: 'cardRefundMail.subject' },
    body: { key: 'cardRefundMail.body', values: valuesOf(institution, payment) },
  };
}

export function disputeOpenedMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `dispute-opened-${payment.paymentId}`,
    subject: { key: 'disputeOpenedMail.subject' },
    body: { key: 'disputeOpenedMail.body', values: valuesOf(institution, payment) },
  };
}

export function disputeLostMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `dispute-lost-${payment.paymentId}`,
    subject: { key: 'disputeLostMail.subject' },
    body: { key: 'disputeLostMail.body', values: valuesOf(institution, payment) },
  };
}

function valuesOf(institution: Institution, payment: Payment) {
  return {
    amount: formatCents(payment.totalCents),
    lastFour: payment.lastFour,
    loan: shownLoan(institution, payment.accountNumber),
    date: formatDay(payment.payOn),
    confirmationNumber: payment.referenceNumber,
  };
}
