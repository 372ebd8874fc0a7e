import { businessDayOnOrAfter, isPastCutoff, nextBusinessDay } from '#common/rules/dates/business-days.ts';
import type { Cents } from '#common/core/money.ts';
import type { Moment } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { insertAchEntry } from './ach-entries.queries.ts';
import { sealNumbers } from './bank-account-numbers.ts';
import type { PaymentCause } from './payment-tables.ts';
import type { Payment } from './payments.queries.ts';
import { moveAndPost } from './record-outcome.command.ts';
import type { BankAccountNumbers } from './submission-method.ts';

export interface Draft {
  readonly amountCents: Cents;
  readonly numbers: BankAccountNumbers;
  readonly moment: Moment;
  readonly cause: PaymentCause;
}

/** Posts a payment by bank account: the draft leaves with the bank file of today, or after the cut-off with the next business day's. */
export async function postDraft(
  services: Services,
  transaction: Transaction,
  paymentId: string,
  { amountCents, numbers, moment, cause }: Draft,
): Promise<Payment> {
  const { calendar } = services.institution;
  const { at, today, wallTime } = moment;
  const late = isPastCutoff(wallTime, calendar.achCutoff);
  const fileOn = late ? nextBusinessDay(today, calendar) : businessDayOnOrAfter(today, calendar);
  const { ownerName, accountType } = numbers;
  const sealed = sealNumbers(services, numbers, `ach-entry:${paymentId}`);
  await insertAchEntry(transaction, { paymentId, fileOn, amountCents, ownerName, accountType, ...sealed, at });
  const move = { change: { to: 'posted' }, cause, at } as const;
  return (await moveAndPost(services, transaction, paymentId, move)).payment;
}
