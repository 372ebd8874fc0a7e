import type { Transaction } from '#server/platform/db/database.ts';
import { enqueueHostTask } from '#server/host-tasks/run-host-tasks.command.ts';
import type { HostCustomer } from '#server/host/host.ts';
import { composeCustomerMail, type CustomerMail } from '#server/messages/compose-mail.ts';
import { enqueueMessage } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { formatCents, addCents, type Cents, subtractCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { shownAccountNumber } from '#common/accounts/rules/account.ts';
import { fillText } from '#common/contract/fill-text.ts';
import { breakdownOf, type PaymentAmounts } from '#common/payments/rules/breakdown.ts';
import { partTexts } from '#common/payments/rules/confirmed-breakdown.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { formatDay } from '#common/core/dates.ts';
import type { PostedPayment } from '#server/host/host-payments.ts';
import type { Payment } from './payments.queries.ts';

export type PaymentMail = CustomerMail;

/** Emails the customer at their current address, not the one used at set-up. Sent only if the transaction commits. */
export async function mailCustomer(
  services: Services,
  transaction: Transaction,
  customerId: string,
  mail: PaymentMail,
  at: Temporal.Instant,
): Promise<void> {
  await enqueueHostTask(services, transaction, { kind: 'mail', customerId, mail, at: at.toString() });
}

/** Emails a customer who was just read from the host, and about whom no task waits for it. */
export async function mailKnownCustomer(
  services: Services,
  transaction: Transaction,
  customer: HostCustomer,
  mail: PaymentMail,
  at: Temporal.Instant,
): Promise<void> {
  const message = composeCustomerMail(services.institution, mail, customer);
  if (message) await enqueueMessage(services, transaction, message, at);
}

export function shownLoan({ options }: Institution, accountNumber: string): string {
  return shownAccountNumber(accountNumber, options['globalOptions.removeCheckDigitFromAccountNumber']);
}

export function methodName({ texts }: Institution, type: PaymentType): string {
  return texts[type === 'Card' ? 'plannedPaymentMail.card' : 'plannedPaymentMail.bankAccount'] ?? type;
}

export interface PromisedAmount extends PaymentAmounts {
  /** The amount isn't known in advance; the fee is added to it. */
  readonly paysTotalDue: boolean;
}

/** The total of a payment, and its parts if there are several. */
export function amountDrawn({ texts }: Institution, amount: PromisedAmount): string {
  const words = documentWords(texts);
  const fee = formatCents(amount.feeCents);
  if (amount.paysTotalDue) {
    return amount.feeCents > 0
      ? fillText(texts['plannedPaymentMail.totalDueWithFee'] ?? '', { fee })
      : (texts['plannedPaymentMail.totalDue'] ?? '');
  }
  const { parts, totalCents } = breakdownOf(amount);
  const total = formatCents(totalCents);
  if (parts.length < 2) return total;
  const named = parts.map(({ part, cents }) => words(`drawnAmount.${part}`, { amount: formatCents(cents) }));
  return words('drawnAmount.withParts', { total, parts: named.join(' + ') });
}

/** A line for each part of a payment. */
export function partLines({ texts }: Institution, amounts: PaymentAmounts): string {
  const words = documentWords(texts);
  return breakdownOf(amounts)
    .parts.map(({ part, cents }) => `${words(partTexts[part])}: ${formatCents(cents)}`)
    .join('\n');
}

/**
 * Returns the email about a posted payment and its effect, sent once per payment; undefined if the customer has no
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
      : {
          link: {
            label: 'receipt.view',
            url: `${publicUrl}/#/myaccount/receipt/${payment.referenceNumber}`,
            opensPortal: true,
          },
        }),
  };
}

export function payoffShortMail(institution: Institution, payment: Payment, missingCents: Cents): PaymentMail {
  const loan = shownLoan(institution, payment.accountNumber);
  return {
    occasion: `payoff-short-${payment.paymentId}`,
    subject: { key: 'payoffShortMail.subject', values: { loan } },
    body: {
      key: payment.timing === 'recurring' ? 'payoffShortMail.lastBody' : 'payoffShortMail.body',
      values: {
        amount: formatCents(addCents(payment.amountCents, payment.additionalPrincipalCents)),
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

/** For a card payment whose outcome was unknown for a while, and that was not made after all. */
export function notMadeMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `not-made-${payment.paymentId}`,
    subject: { key: 'notMadeMail.subject' },
    body: { key: 'notMadeMail.body', values: valuesOf(institution, payment) },
  };
}

/** The same, if the processor gave no answer and only staff found no charge, which may still come. */
export function claimedNotMadeMail(institution: Institution, payment: Payment): PaymentMail {
  return {
    occasion: `not-made-${payment.paymentId}`,
    subject: { key: 'claimedNotMadeMail.subject' },
    body: { key: 'claimedNotMadeMail.body', values: valuesOf(institution, payment) },
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

/** For a part of a posted card payment; the rest stays on the loan. */
export function partRefundedMail(
  institution: Institution,
  payment: Payment,
  refund: { readonly refundId: string; readonly amountCents: Cents; readonly leftCents: Cents },
): PaymentMail {
  const { amount: paid, ...values } = valuesOf(institution, payment);
  const amounts = { amount: formatCents(refund.amountCents), paid, left: formatCents(refund.leftCents) };
  return {
    occasion: `refunded-part-${refund.refundId}`,
    subject: { key: 'partRefundedMail.subject' },
    body: { key: 'partRefundedMail.body', values: { ...values, ...amounts } },
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
    // After a partial refund, what is left of the payment.
    amount: formatCents(subtractCents(payment.totalCents, payment.refundedCents)),
    lastFour: payment.lastFour,
    loan: shownLoan(institution, payment.accountNumber),
    date: formatDay(payment.payOn),
    confirmationNumber: payment.referenceNumber,
  };
}
