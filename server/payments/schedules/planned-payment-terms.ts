import type { Payment } from '#server/payments/payments.queries.ts';
import type { Recurring } from './recurring-payments.queries.ts';

type ScheduledTerms = Pick<Payment, 'payOn' | 'amountCents' | 'feesCents' | 'methodType' | 'lastFour'>;

type TermsOfRecurring = Pick<
  Recurring,
  | 'recurrence'
  | 'nextOn'
  | 'amountCents'
  | 'additionalPrincipalCents'
  | 'paysTotalDue'
  | 'firstPartyFeeCents'
  | 'thirdPartyFeeCents'
  | 'method'
>;

/** What the customer agreed to, to tell whether it is still what they saw. */
export function termsOfScheduled({ payOn, amountCents, feesCents, methodType, lastFour }: ScheduledTerms): string {
  return JSON.stringify([payOn, amountCents, feesCents, methodType, lastFour]);
}

export function termsOfRecurring({ recurrence, nextOn, method, ...amounts }: TermsOfRecurring): string {
  return JSON.stringify([
    recurrence.option,
    recurrence.daysBeforeDue,
    nextOn,
    amounts.amountCents,
    amounts.additionalPrincipalCents,
    amounts.paysTotalDue,
    amounts.firstPartyFeeCents,
    amounts.thirdPartyFeeCents,
    method.type,
    method.lastFour,
  ]);
}
