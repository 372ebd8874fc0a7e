import { formatDay } from '#common/core/dates.ts';
import { formatCents } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import { type PaymentMail, shownLoan } from '#server/payments/mail-customer.ts';
import { returnReasonText } from '#server/payments/schedules/schedule-mails.ts';
import type { Payout } from './payouts.queries.ts';

type Drawn = Pick<Payout, 'payoutId' | 'accountNumber' | 'means' | 'reference' | 'amountCents' | 'paidOn'>;

/** @param lastFour of the bank account that takes the money */
export function drawMail(institution: Institution, drawn: Drawn & { readonly lastFour: string }): PaymentMail {
  const { payoutId, accountNumber, means, reference, amountCents, lastFour } = drawn;
  const values = { amount: formatCents(amountCents), loan: shownLoan(institution, accountNumber), reference };
  const occasion = `draw-${payoutId}`;
  const subject = { key: 'drawMail.subject' } as const;
  if (means === 'bank')
    return { occasion, subject, body: { key: 'drawMail.bankBody', values: { ...values, lastFour } } };
  const key = ({ check: 'drawMail.checkBody', wire: 'drawMail.wireBody' } as const)[means];
  return { occasion, subject, body: { key, values } };
}

export function drawStoppedMail(institution: Institution, drawn: Drawn): PaymentMail {
  const { payoutId, accountNumber, reference, amountCents, paidOn } = drawn;
  const loan = shownLoan(institution, accountNumber);
  return {
    occasion: `draw-stopped-${payoutId}`,
    subject: { key: 'drawMail.stoppedSubject' },
    body: {
      key: 'drawMail.stoppedBody',
      values: { amount: formatCents(amountCents), loan, reference, date: formatDay(paidOn) },
    },
  };
}

export function drawReturnedMail(
  institution: Institution,
  drawn: Drawn & { readonly lastFour: string },
  code: string,
): PaymentMail {
  const { payoutId, accountNumber, amountCents, paidOn, lastFour } = drawn;
  const loan = shownLoan(institution, accountNumber);
  const reason = returnReasonText(institution, code);
  return {
    occasion: `draw-returned-${payoutId}`,
    subject: { key: 'drawMail.returnedSubject' },
    body: {
      key: 'drawMail.returnedBody',
      values: { amount: formatCents(amountCents), loan, lastFour, date: formatDay(paidOn), reason, code },
    },
  };
}
