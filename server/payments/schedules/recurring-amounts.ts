import { addDays, type Day } from '#common/core/dates.ts';
import { addCents, type Cents, maxCents, minCents, subtractCents, takeUpTo, ZERO } from '#common/core/money.ts';
import { maxOnlineCents } from '#common/payments/rules/amounts.ts';
import { MAX_BANK_ENTRY_CENTS, type PaymentFees, processingFee } from '#common/payments/rules/fees.ts';
import { amountOfRun } from '#common/payments/rules/last-installment.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import { hasNotice } from '#common/payments/rules/notice.ts';
import { payoffHoldOf } from '#common/payments/rules/payoff-hold.ts';
import type { HostLoan } from '#server/host/host-accounts.ts';
import type { Services } from '#server/services.ts';
import { paymentSettings } from '#server/payments/read-payment-terms.ts';
import type { Recurring } from './recurring-payments.queries.ts';

export interface RecurringAmounts {
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  /**
   * All that was announced as the last payment, or that is left, unless a hold keeps a cent of the loan open. If
   * installments were moved since, the usual amount is drawn, which is not the last one.
   */
  readonly isPayoff: boolean;
}

/**
 * Returns the amount of this run: the agreed amount, the remaining balance or the day's total due, capped at the
 * announced amount. Returns undefined when nothing is due or the installment was already paid.
 * @param loan as of the day of the run
 */
export function amountsDue(
  services: Pick<Services, 'institution'>,
  loan: HostLoan,
  recurring: Recurring,
): RecurringAmounts | undefined {
  const { recurrence, nextOn } = recurring;
  if (recurrence.option === 'DaysBeforeDue') {
    const paysFor = addDays(nextOn, recurrence.daysBeforeDue);
    if (loan.dueOn === null || loan.dueOn > paysFor) return undefined;
  }
  const announcedCents = announcedAmount(recurring);
  const wanted = recurring.paysTotalDue
    ? totalDue(loan, recurring)
    : amountOfRun(loan, recurring, nextOn, announcedCents);
  const max =
    recurring.method.type === 'Card'
      ? maxOfCard(paymentSettings(services), recurring)
      : subtractCents(
          MAX_BANK_ENTRY_CENTS,
          recurring.firstPartyFeeCents,
          recurring.thirdPartyFeeCents,
          recurring.additionalPrincipalCents,
        );
  // A recurring payment set up before a dispute must not pay off the loan during it.
  const payoffHold = payoffHoldOf(loan);
  const onlineCents = maxOnlineCents({ payoffCents: loan.payoffCents, payoffHold });
  const limitCents =
    announcedCents !== null && !recurring.paysTotalDue ? minCents(onlineCents, announcedCents) : onlineCents;
  const amountCents = minCents(wanted, limitCents, ...(max === null ? [] : [max]));
  if (amountCents <= 0) return undefined;
  const rest = subtractCents(limitCents, amountCents);
  // One taken over with both must draw no more than the notice says.
  const additionalPrincipalCents = recurring.paysTotalDue ? ZERO : takeUpTo(recurring.additionalPrincipalCents, rest);
  const takesAll = additionalPrincipalCents === rest;
  return {
    amountCents,
    additionalPrincipalCents,
    isPayoff: isAnnouncedAsLast(recurring) && payoffHold === null && takesAll,
  };
}

/** A maximum that was lowered since doesn't shorten what was agreed or announced. */
function maxOfCard({ maximumCardCents }: PaymentSettings, recurring: Recurring): Cents | null {
  if (maximumCardCents === null) return null;
  return maxCents(maximumCardCents, recurring.amountCents, announcedAmount(recurring) ?? ZERO);
}

/** Leaves out amounts that became due after the announcement; they wait for the next one. */
function totalDue(loan: HostLoan, recurring: Recurring): Cents {
  return minCents(loan.totalDueCents, announcedAmount(recurring) ?? loan.totalDueCents);
}

/** Returns whether the customer was told that the next run pays the loan off, and with which amount. */
export function isAnnouncedAsLast(recurring: Recurring): boolean {
  return !recurring.paysTotalDue && announcedAmount(recurring) !== null;
}

/** Null if nothing was announced for the next run. */
export function announcedAmount({ runOn, announcedFor, announcedCents }: Recurring): Cents | null {
  return announcedFor === runOn ? announcedCents : null;
}

/**
 * Returns how much of an amount may be announced for a run: all of it ten days before; later, what the customer was told
 * of in time. Null if nothing was (12 CFR 1005.10(d)).
 */
export function amountInTime(recurring: Recurring, runOn: Day, cents: Cents, today: Day): Cents | null {
  if (hasNotice(runOn, today)) return cents;
  const toldCents = noticedAmount(recurring, runOn);
  return toldCents === null ? null : minCents(cents, toldCents);
}

/** A total due that was announced in time, and not again after a change, is drawn up to what the customer was told. */
export function asTold(recurring: Recurring): Recurring {
  if (!recurring.paysTotalDue || recurring.announcedFor === recurring.runOn) return recurring;
  const announcedCents = noticedAmount(recurring, recurring.runOn);
  return announcedCents === null ? recurring : { ...recurring, announcedFor: recurring.runOn, announcedCents };
}

/** Without fees; null if the customer wasn't told of that day in time. */
function noticedAmount(
  { noticedFor, noticedCents, firstPartyFeeCents, thirdPartyFeeCents }: Recurring,
  runOn: Day,
): Cents | null {
  if (noticedFor !== runOn || noticedCents === null) return null;
  const toldCents = subtractCents(noticedCents, firstPartyFeeCents, thirdPartyFeeCents);
  return toldCents > 0 ? toldCents : null;
}

/** Returns the amount to announce for a run that pays the loan off. More than agreed is announced in time, or not at all. */
export function lastAmountInTime(recurring: Recurring, runOn: Day, payoffCents: Cents, today: Day): Cents | null {
  const agreedCents = addCents(recurring.amountCents, recurring.additionalPrincipalCents);
  return payoffCents > agreedCents ? amountInTime(recurring, runOn, payoffCents, today) : payoffCents;
}

/** Returns whether the customer was told of the next run in time, and its fee doesn't rise. */
export function isNoticed(recurring: Recurring, fees: PaymentFees): boolean {
  const { noticedFor, runOn, firstPartyFeeCents, thirdPartyFeeCents } = recurring;
  return noticedFor === runOn && processingFee(fees) <= addCents(firstPartyFeeCents, thirdPartyFeeCents);
}
