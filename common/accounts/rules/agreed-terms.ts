import { addDays, type Day, daysBetween } from '../../core/dates.ts';
import { addCents, cents, type Cents, ZERO } from '../../core/money.ts';
import type { RatePpm } from '../../core/rates.ts';
import { type BillingSchedule, countDueDays } from './billing-schedule.ts';

/** The rate and installment of a loan until its rate changed. */
export interface FormerTerms {
  readonly rate: RatePpm;
  /** The first day that earns interest at the next rate. */
  readonly until: Day;
  readonly installmentCents: Cents;
  /** The first installment of the next amount. */
  readonly firstOn: Day;
}

export interface AgreedRate {
  readonly rate: RatePpm;
  /** Oldest first. */
  readonly formerTerms?: readonly FormerTerms[];
}

export interface AgreedInstallment {
  readonly installmentCents: Cents;
  /** Oldest first. */
  readonly formerTerms?: readonly FormerTerms[];
}

export function rateOn({ rate, formerTerms = [] }: AgreedRate, on: Day): RatePpm {
  return formerTerms.find(({ until }) => on < until)?.rate ?? rate;
}

/** Returns the sum of the rates of all days from one up to another, in parts per million. */
export function rateOver(terms: AgreedRate, from: Day, to: Day): bigint {
  let sum = 0n;
  let start = from;
  for (const { rate, until } of terms.formerTerms ?? []) {
    const end = until < to ? until : to;
    if (end <= start) continue;
    sum += BigInt(rate) * BigInt(daysBetween(start, end));
    start = end;
  }
  return start < to ? sum + BigInt(terms.rate) * BigInt(daysBetween(start, to)) : sum;
}

export function installmentOn({ installmentCents, formerTerms = [] }: AgreedInstallment, dueOn: Day): Cents {
  return formerTerms.find(({ firstOn }) => dueOn < firstOn)?.installmentCents ?? installmentCents;
}

/** Returns the sum of the installments from a due day through a day. */
export function installmentsThrough(loan: AgreedInstallment & BillingSchedule, first: Day, last: Day): Cents {
  let sum = ZERO;
  let start = first;
  for (const { installmentCents, firstOn } of loan.formerTerms ?? []) {
    if (firstOn <= start) continue;
    const through = last < firstOn ? last : addDays(firstOn, -1);
    sum = addCents(sum, cents(installmentCents * countDueDays(loan, start, through)));
    start = firstOn;
  }
  return addCents(sum, cents(loan.installmentCents * countDueDays(loan, start, last)));
}

export interface NewInstallment {
  /** The first installment of that amount. */
  readonly firstOn: Day;
  readonly amountCents: Cents;
  readonly formerCents: Cents;
}

/** Returns the amounts that were agreed for installments after one, in order. */
export function newInstallmentsAfter(agreed: AgreedInstallment, dueOn: Day): NewInstallment[] {
  const days = new Set((agreed.formerTerms ?? []).map(({ firstOn }) => firstOn).filter((firstOn) => firstOn > dueOn));
  let formerCents = installmentOn(agreed, dueOn);
  return [...days].toSorted().flatMap((firstOn) => {
    const change = { firstOn, amountCents: installmentOn(agreed, firstOn), formerCents };
    formerCents = change.amountCents;
    return change.amountCents === change.formerCents ? [] : [change];
  });
}
