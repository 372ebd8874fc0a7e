import { businessDayOnOrAfter, isPastCutoff, nextBusinessDay } from '#common/core/business-days.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { insertAchEntry } from '#server/payments/end-of-day/ach-entries.queries.ts';
import { sealNumbers } from '#server/payments/methods/check-bank-account.ts';
import type { Payment } from '#server/payments/payments.queries.ts';
import type { BankAccountNumbers } from '#server/payments/methods/submission-method.ts';

export interface Draft {
  readonly amountCents: Cents;
  readonly numbers: BankAccountNumbers;
  readonly moment: Moment;
  /** Non-zero for a company, whose drafts use another entry class. */
  readonly companyNumber: number;
}

/**
 * Records a payment's bank draft; it leaves once the payment is posted. A payment made now joins today's file, or the
 * next business day's after the cut-off. A scheduled or recurring payment joins the file of its own day, whenever it is
 * submitted.
 */
export function recordDraft(
  services: Services,
  transaction: Transaction,
  payment: Pick<Payment, 'paymentId' | 'timing' | 'payOn'>,
  { amountCents, numbers, moment, companyNumber }: Draft,
): void {
  const { paymentId } = payment;
  const { ownerName, accountType } = numbers;
  insertAchEntry(transaction, {
    paymentId,
    fileOn: fileDayOf(services, payment, moment),
    amountCents,
    sec: companyNumber === 0 ? 'WEB' : 'CCD',
    ownerName,
    accountType,
    ...sealNumbers(services, numbers, `ach-entry:${paymentId}`),
    at: moment.at,
  });
}

function fileDayOf(
  { institution: { calendar } }: Services,
  { timing, payOn }: Pick<Payment, 'timing' | 'payOn'>,
  { today, wallTime }: Moment,
): Day {
  if (timing !== 'immediate') return businessDayOnOrAfter(payOn, calendar);
  const late = isPastCutoff(wallTime, calendar.achCutoff);
  return late ? nextBusinessDay(today, calendar) : businessDayOnOrAfter(today, calendar);
}
