import { fillText } from '#common/contract/fill-text.ts';
import { formatDay } from '#common/core/dates.ts';
import { type Cents, formatCents } from '#common/core/money.ts';
import { remainingOf } from '#common/payments/rules/partial-refund.ts';
import type { Institution } from '#common/institution/institution.ts';
import { type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import type { MovablePayment } from './movable-payment.ts';
import type { MovedPayment, PlaceOfPayment } from './payment-moves.queries.ts';

interface MailTo {
  readonly customerId: string;
  readonly mail: PaymentMail;
}

/** One email if both loans are the same customer's; otherwise two, and neither says anything of the other customer. */
export function moveMails(
  institution: Institution,
  { moveId, from, to, amountCents, effectiveOn }: MovedPayment,
  { overpaidCents, payment }: { readonly overpaidCents: Cents; readonly payment: MovablePayment },
): MailTo[] {
  const values = { amount: formatCents(amountCents), date: formatDay(effectiveOn) };
  const overpaid = fillText(institution.texts['movedMail.overpaid'] ?? '', { overpaid: formatCents(overpaidCents) });
  const more = overpaidCents > 0 ? `\n\n${overpaid}` : '';
  const [fromLoan, toLoan] = [from, to].map(({ accountNumber }) => shownLoan(institution, accountNumber));
  if (from.customerId === to.customerId) {
    const both = { ...values, from: fromLoan ?? '', to: toLoan ?? '', reference: payment.reference, more };
    const mail: PaymentMail = {
      occasion: `payment-moved-${moveId}`,
      subject: { key: 'movedMail.subject' },
      body: { key: 'movedMail.body', values: both },
    };
    return [{ customerId: to.customerId, mail }];
  }
  const away: PaymentMail = {
    occasion: `payment-moved-away-${moveId}`,
    subject: { key: 'movedMail.awaySubject' },
    body: { key: 'movedMail.awayBody', values: { ...values, loan: fromLoan ?? '' } },
  };
  const here: PaymentMail = {
    occasion: `payment-moved-here-${moveId}`,
    subject: { key: 'movedMail.hereSubject' },
    body: { key: 'movedMail.hereBody', values: { ...values, loan: toLoan ?? '', more } },
  };
  return [
    { customerId: from.customerId, mail: away },
    { customerId: to.customerId, mail: here },
  ];
}

/** To the customer on whose loan a payment of someone else counted, once it was returned or refunded. */
export function movedGoneMail(
  institution: Institution,
  payment: Payment,
  { accountNumber }: PlaceOfPayment,
): PaymentMail {
  const { paymentId, payOn, refundedCents } = payment;
  const loan = shownLoan(institution, accountNumber);
  // A part that was refunded before the move never counted on their loan.
  const amount = formatCents(remainingOf(payment, refundedCents).totalCents);
  return {
    occasion: `moved-payment-gone-${paymentId}`,
    subject: { key: 'movedMail.goneSubject' },
    body: { key: 'movedMail.goneBody', values: { amount, date: formatDay(payOn), loan } },
  };
}
