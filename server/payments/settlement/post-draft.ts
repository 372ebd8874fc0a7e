import { businessDayOnOrAfter, isPastCutoff, nextBusinessDay } from '#common/core/business-days.ts';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { insertAchEntry } from '#server/payments/end-of-day/ach-entries.queries.ts';
import { sealNumbers } from '#server/payments/methods/bank-account-numbers.ts';
import type { PaymentCause } from '#server/payments/payment-tables.ts';
import { lockPayment, type Payment } from '#server/payments/payments.queries.ts';
import { moveAndPost } from './record-outcome.command.ts';
import type { BankAccountNumbers } from '#server/payments/methods/submission-method.ts';

export interface Draft {
  readonly amountCents: Cents;
  readonly numbers: BankAccountNumbers;
  readonly moment: Moment;
  readonly cause: PaymentCause;
}

/**
 * Posts a payment by bank account. What a customer pays now leaves with the bank
 * file of today, or after the cut-off with the next business day's; a scheduled or
 * recurring payment leaves with the file of its own day, whenever it is submitted.
 */
export async function postDraft(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  { amountCents, numbers, moment, cause }: Draft,
): Promise<Payment> {
  const submitted = await lockPayment(transaction, paymentId);
  if (!submitted) throw new Error(`There is no payment ${paymentId}`);
  const { ownerName, accountType } = numbers;
  const customer = await services.host.findCustomer(submitted.customerId, transaction);
  await insertAchEntry(transaction, {
    paymentId,
    fileOn: fileDayOf(services, submitted, moment),
    amountCents,
    sec: customer && customer.companyNumber !== 0 ? 'CCD' : 'WEB',
    ownerName,
    accountType,
    ...sealNumbers(services, numbers, `ach-entry:${paymentId}`),
    at: moment.at,
  });
  const move = { change: { to: 'posted' }, cause, at: moment.at } as const;
  return (await moveAndPost(services, transaction, paymentId, move)).payment;
}

function fileDayOf(
  { institution: { calendar } }: Services,
  { timing, payOn }: Payment,
  { today, wallTime }: Moment,
): Day {
  if (timing !== 'immediate') return businessDayOnOrAfter(payOn, calendar);
  const late = isPastCutoff(wallTime, calendar.achCutoff);
  return late ? nextBusinessDay(today, calendar) : businessDayOnOrAfter(today, calendar);
}
