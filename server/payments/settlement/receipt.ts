import { formatDay } from '#common/core/dates.ts';
import { addCents, type Cents, formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import type { PostedPayment } from '#server/host/host-payments.ts';
import type { PaymentMail } from '#server/payments/mail-customer.ts';
import { methodName, partLines, shownLoan } from '#server/payments/mail-words.ts';
import type { Payment } from '#server/payments/payments.queries.ts';

/**
 * Returns the mail about a posted payment and its effect, sent once per payment; undefined if the customer has no
 * address or the institution sends no receipts.
 */
export function receiptOf(
  payment: Payment,
  posted: PostedPayment,
  institution: Institution,
  publicUrl: string | null,
): PaymentMail {
  const { allocation, nextDueOn } = posted;
  const values = {
    total: formatCents(payment.totalCents),
    loan: shownLoan(institution, payment.accountNumber),
    date: formatDay(payment.payOn),
    method: methodName(institution, payment.methodType),
    lastFour: payment.lastFour,
    parts: partLines(institution, { ...payment, feeCents: payment.feesCents }),
    confirmationNumber: payment.referenceNumber,
    fees: formatCents(allocation.feesCents),
    interest: formatCents(allocation.interestCents),
    principal: formatCents(allocation.principalCents),
    balance: formatCents(posted.principalAfterCents),
    dueDate: nextDueOn === null ? (institution.texts['receiptMail.noDueDate'] ?? '') : formatDay(nextDueOn),
  };
  return {
    occasion: `receipt-${payment.paymentId}`,
    subject: { key: 'receiptMail.subject', values: { confirmationNumber: payment.referenceNumber } },
    body: { key: 'receiptMail.body', values },
    ...(publicUrl === null
      ? {}
      : { link: { label: 'receipt.view', url: `${publicUrl}/#/myaccount/receipt/${payment.referenceNumber}` } }),
  };
}

export function payoffShortMail(institution: Institution, payment: Payment, missingCents: Cents): PaymentMail {
  const loan = shownLoan(institution, payment.accountNumber);
  return {
    occasion: `payoff-short-${payment.paymentId}`,
    subject: { key: 'payoffShortMail.subject', values: { loan } },
    body: {
      key: 'payoffShortMail.body',
      values: {
        amount: formatCents(payment.amountCents),
        loan,
        date: formatDay(payment.payOn),
        stillOwed: formatCents(missingCents),
      },
    },
  };
}

/** The rest of a payment that was more than the loan owed; staff pay it out. */
export function overpaidMail(institution: Institution, payment: Payment, overpaidCents: Cents): PaymentMail {
  return {
    occasion: `overpaid-${payment.paymentId}`,
    subject: { key: 'overpaymentMail.subject' },
    body: {
      key: 'overpaymentMail.body',
      values: {
        amount: formatCents(addCents(payment.amountCents, payment.additionalPrincipalCents)),
        date: formatDay(payment.payOn),
        loan: shownLoan(institution, payment.accountNumber),
        overpaid: formatCents(overpaidCents),
        reference: payment.referenceNumber,
      },
    },
  };
}
