import { type Day, formatDay } from '#common/core/dates.ts';
import { addCents, ZERO } from '#common/core/money.ts';
import type { Institution } from '#common/institution/institution.ts';
import {
  type PaymentMail,
  amountDrawn,
  methodName,
  type PromisedAmount,
  shownLoan,
} from '#server/payments/mail-customer.ts';
import type { MethodSnapshot, Payment } from '#server/payments/payments.queries.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { announcedAmount } from './recurring-amounts.ts';
import type { Recurring } from './recurring-payments.queries.ts';

/** Emails about planned payments that a hold code stops, and that go on after it. */

interface Planned {
  readonly recurring: Recurring | undefined;
  readonly scheduled: readonly Payment[];
}

interface PauseFacts {
  readonly pauseId: string;
  readonly accountNumber: string;
  readonly planned: Planned;
  readonly at: Temporal.Instant;
}

export function pausedMail(institution: Institution, { pauseId, accountNumber, planned, at }: PauseFacts): PaymentMail {
  return {
    // Another code may stop the payments of another type later.
    occasion: `payments-paused-${pauseId}-${at.toString()}`,
    subject: { key: 'paymentsPausedMail.subject' },
    body: {
      key: 'paymentsPausedMail.body',
      values: { loan: shownLoan(institution, accountNumber), payments: linesOf(institution, planned) },
    },
  };
}

/** Announces the next payments, so that no day of one comes as a surprise. */
export function resumedMail(
  institution: Institution,
  { pauseId, accountNumber, planned, at }: PauseFacts,
): PaymentMail {
  const occasion = `payments-resumed-${pauseId}-${at.toString()}`;
  const loan = shownLoan(institution, accountNumber);
  const payments = linesOf(institution, planned);
  const body =
    payments === ''
      ? ({ key: 'paymentsResumedMail.noneBody', values: { loan } } as const)
      : ({ key: 'paymentsResumedMail.body', values: { loan, payments } } as const);
  return { occasion, subject: { key: 'paymentsResumedMail.subject' }, body };
}

function linesOf(institution: Institution, { recurring, scheduled }: Planned): string {
  return [
    ...(recurring
      ? [lineOf(institution, 'recurring', recurring.runOn, recurring.method, recurringAmount(recurring))]
      : []),
    ...scheduled.map((payment) =>
      lineOf(institution, 'scheduled', payment.payOn, payment.method, {
        ...payment,
        feeCents: payment.feesCents,
        paysTotalDue: false,
      }),
    ),
  ].join('\n');
}

function recurringAmount(recurring: Recurring): PromisedAmount {
  const { amountCents, additionalPrincipalCents, paysTotalDue } = recurring;
  const feeCents = addCents(recurring.firstPartyFeeCents, recurring.thirdPartyFeeCents);
  const announcedCents = announcedAmount(recurring);
  if (announcedCents !== null) {
    return { amountCents: announcedCents, additionalPrincipalCents: ZERO, feeCents, paysTotalDue: false };
  }
  return {
    amountCents,
    additionalPrincipalCents: paysTotalDue ? ZERO : additionalPrincipalCents,
    feeCents,
    paysTotalDue,
  };
}

function lineOf(
  institution: Institution,
  kind: 'recurring' | 'scheduled',
  on: Day,
  { type, lastFour }: Pick<MethodSnapshot, 'type' | 'lastFour'>,
  amount: PromisedAmount,
): string {
  return documentWords(institution.texts)(`plannedPaymentMail.${kind}Line`, {
    date: formatDay(on),
    amount: amountDrawn(institution, amount),
    method: methodName(institution, type),
    lastFour,
  });
}
