import { type Day, formatDay } from '#common/core/dates.ts';
import type { Institution } from '#common/institution/institution.ts';
import {
  type PaymentMail,
  amountDrawn,
  methodName,
  type PromisedAmount,
  shownLoan,
} from '#server/payments/mail-customer.ts';
import type { MethodSnapshot } from '#server/payments/payments.queries.ts';

/** Emails for setting up, changing, skipping and deleting payments. They also warn a customer who didn't do it. */

export interface PlannedPaymentFacts extends PromisedAmount {
  readonly id: string;
  readonly referenceNumber: string;
  readonly accountNumber: string;
  readonly on: Day;
  readonly method: Pick<MethodSnapshot, 'type' | 'lastFour'>;
  /** It pays the loan off with another amount than the agreed one. */
  readonly isLast?: boolean;
}

export function plannedPaymentCreatedMail(
  institution: Institution,
  facts: PlannedPaymentFacts,
  recurs: boolean,
): PaymentMail {
  const { amount, loan, on, method } = wordsOf(institution, facts);
  return {
    occasion: `set-up-created-${facts.id}`,
    subject: { key: recurs ? 'recurringCreatedMail.subject' : 'scheduledCreatedMail.subject' },
    body: {
      key: recurs ? 'recurringCreatedMail.body' : 'scheduledCreatedMail.body',
      values: {
        amount,
        loan,
        date: on,
        method,
        lastFour: facts.method.lastFour,
        confirmationNumber: facts.referenceNumber,
      },
    },
  };
}

/** @param at makes each change a separate email */
export function plannedPaymentChangedMail(
  institution: Institution,
  facts: PlannedPaymentFacts,
  at: Temporal.Instant,
): PaymentMail {
  const { amount, loan, on, method } = wordsOf(institution, facts);
  return {
    occasion: `set-up-changed-${facts.id}-${at.toString()}`,
    subject: { key: 'plannedPaymentChangedMail.subject' },
    body: {
      key: facts.isLast === true ? 'plannedPaymentChangedMail.lastBody' : 'plannedPaymentChangedMail.body',
      values: { loan, amount, date: on, method, lastFour: facts.method.lastFour },
    },
  };
}

export function skippedMail(
  institution: Institution,
  skipped: Pick<PlannedPaymentFacts, 'id' | 'accountNumber'> & { readonly skippedOn: Day; readonly nextOn: Day },
): PaymentMail {
  return {
    occasion: `set-up-skipped-${skipped.id}-${skipped.skippedOn}`,
    subject: { key: 'recurringSkippedMail.subject' },
    body: {
      key: 'recurringSkippedMail.body',
      values: {
        loan: shownLoan(institution, skipped.accountNumber),
        date: formatDay(skipped.skippedOn),
        nextDate: formatDay(skipped.nextOn),
      },
    },
  };
}

export function plannedPaymentDeletedMail(
  institution: Institution,
  deleted: Pick<PlannedPaymentFacts, 'id' | 'accountNumber' | 'on'>,
): PaymentMail {
  return {
    occasion: `set-up-deleted-${deleted.id}`,
    subject: { key: 'plannedPaymentDeletedMail.subject' },
    body: {
      key: 'plannedPaymentDeletedMail.body',
      values: { loan: shownLoan(institution, deleted.accountNumber), date: formatDay(deleted.on) },
    },
  };
}

function wordsOf(institution: Institution, facts: PlannedPaymentFacts) {
  const { accountNumber, on, method } = facts;
  return {
    amount: amountDrawn(institution, facts),
    loan: shownLoan(institution, accountNumber),
    on: formatDay(on),
    method: methodName(institution, method.type),
  };
}
