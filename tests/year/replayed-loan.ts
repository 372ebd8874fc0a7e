import { daysFrom, plusDays, plusMonths } from './calendar.ts';
import { Fraction } from './fraction.ts';
import type { AgreedLoan } from './journal.ts';

/** The policy of the demonstration: the lesser of $25.00 and 10%, after 10 days, from a shortage of $10.00. */
const lateCharge = { flat: 2_500n, graceDays: 10, leastShortage: 1_000n };

const DAYS_AND_PPM = 365n * 1_000_000n;

export interface Applied {
  readonly fees: bigint;
  readonly interest: bigint;
  readonly principal: bigint;
  readonly overpaid: bigint;
  readonly counted: bigint;
  readonly on: string;
}

/**
 * A loan recomputed from its agreement and what was posted: interest as exact days times principal, installments as
 * money counted since the first one.
 */
export class ReplayedLoan {
  readonly agreed: AgreedLoan;
  /** Every change of principal with the day it counts from. */
  readonly #moves: { readonly from: string; readonly cents: bigint }[];
  /** Interest posted; a reversal lowers it. */
  #interestPaid = 0n;
  fees = 0n;
  /** Money that went to installments since the first one. */
  #counted = 0n;
  /** The newest installment with a late charge. */
  #chargedFor = -1;
  /** Of the newest posting. */
  #lastOn: string;

  constructor(agreed: AgreedLoan) {
    this.agreed = agreed;
    this.#moves = [{ from: agreed.openedOn, cents: agreed.principal }];
    this.#lastOn = agreed.openedOn;
  }

  get principal(): bigint {
    return this.#moves.reduce((sum, { cents }) => sum + cents, 0n);
  }

  /** Unpaid interest in whole cents, as it would be posted; never for a day before the newest posting. */
  interestOn(day: string): bigint {
    const rounded = this.#exactInterest(day > this.#lastOn ? day : this.#lastOn).round();
    return rounded > 0n ? rounded : 0n;
  }

  #exactInterest(through: string): Fraction {
    const { rate } = this.agreed;
    const earned = this.#moves.reduce(
      (sum, { from, cents }) => sum.plus(new Fraction(cents * rate * BigInt(daysFrom(from, through)), DAYS_AND_PPM)),
      new Fraction(0n),
    );
    return earned.plus(new Fraction(-this.#interestPaid));
  }

  payoffOn(day: string): bigint {
    return this.principal + this.interestOn(day) + this.fees;
  }

  /** The due day of an installment, the first being 0. */
  dueDay(index: number): string {
    const { firstDueOn, frequency } = this.agreed;
    switch (frequency) {
      case 'Weekly':
        return plusDays(firstDueOn, 7 * index);
      case 'TwoWeeks':
        return plusDays(firstDueOn, 14 * index);
      case 'Monthly':
        return plusMonths(firstDueOn, index);
      case 'SemiMonthly':
        return plusDays(plusMonths(firstDueOn, Math.floor(index / 2)), index % 2 === 0 ? 0 : 14);
    }
  }

  get #final(): number {
    return this.agreed.term - 1;
  }

  get maturesOn(): string {
    return this.dueDay(this.#final);
  }

  /** The oldest unpaid installment. The last one ends only with the payoff. */
  get oldest(): number {
    return this.#completedBy(this.#counted);
  }

  get partPaid(): bigint {
    return this.#counted - BigInt(this.oldest) * this.agreed.installment;
  }

  /** Null when nothing is owed. */
  get dueOn(): string | null {
    return this.payoffOn(this.#lastOn) === 0n ? null : this.dueDay(this.oldest);
  }

  #completedBy(counted: bigint): number {
    const { installment } = this.agreed;
    const whole = counted >= 0n ? counted / installment : -((installment - 1n - counted) / installment);
    return Math.min(Number(whole), this.#final);
  }

  #dueBy(day: string): number {
    let count = Math.min(0, this.oldest);
    while (this.dueDay(count) <= day) count += 1;
    return count;
  }

  pay(amount: bigint, extraPrincipal: bigint, on: string): Applied {
    if (on > this.#lastOn) this.#lastOn = on;
    const fees = least(amount, this.fees);
    const interest = least(amount - fees, this.interestOn(on));
    const wanted = amount - fees - interest + extraPrincipal;
    const principal = least(wanted, this.principal);
    const before = this.#counted;
    this.#counted = this.#countedAfter(amount, fees, on);
    this.fees -= fees;
    this.#interestPaid += interest;
    this.#moves.push({ from: on, cents: -principal });
    return { fees, interest, principal, overpaid: wanted - principal, counted: this.#counted - before, on };
  }

  /** Counts up to the upcoming installment. A late charge doesn't make an installment short (16 CFR 444.4). */
  #countedAfter(amount: bigint, fees: bigint, on: string): bigint {
    const counts = (money: bigint) => {
      const upcoming = Math.max(this.oldest, this.#dueBy(on));
      const all = this.#counted + money;
      return upcoming >= this.#final ? all : least(all, BigInt(upcoming + 1) * this.agreed.installment);
    };
    const strict = counts(amount - fees);
    const lenient = this.#completedBy(counts(amount));
    return fees > 0n && lenient > this.#completedBy(strict) ? BigInt(lenient) * this.agreed.installment : strict;
  }

  takeBack({ fees, interest, principal, counted, on }: Applied, returnedOn: string): void {
    if (returnedOn > this.#lastOn) this.#lastOn = returnedOn;
    this.fees += fees;
    this.#interestPaid -= interest;
    this.#moves.push({ from: on, cents: principal });
    this.#counted -= counted;
  }

  /** Charges what is late at the end of a business day. @returns the charges, in order */
  chargeLate(day: string, expected: bigint): bigint[] {
    const charges: bigint[] = [];
    if (day > this.maturesOn) return charges;
    let index = Math.max(this.oldest, this.#chargedFor + 1);
    for (; index <= this.#final && daysFrom(this.dueDay(index), day) > lateCharge.graceDays; index += 1) {
      const owed = this.principal + this.interestOn(day);
      const part = this.agreed.installment - (index === this.oldest ? this.partPaid : 0n);
      const unpaid = index === this.#final ? owed : least(owed, part);
      if (unpaid <= 0n || unpaid < lateCharge.leastShortage) continue;
      if (this.shortThrough(this.dueDay(index)) <= expected) break;
      const charge = least(lateCharge.flat, new Fraction(unpaid, 10n).round());
      charges.push(charge);
      this.fees += charge;
      this.#chargedFor = index;
      if (day > this.#lastOn) this.#lastOn = day;
    }
    return charges;
  }

  /** Unpaid installments due by a day, at most the balance. */
  shortThrough(day: string): bigint {
    const due = this.#dueBy(day) - this.oldest;
    if (due <= 0) return 0n;
    const owed = this.principal + this.interestOn(day);
    return day >= this.maturesOn ? owed : least(owed, BigInt(due) * this.agreed.installment - this.partPaid);
  }

  /** All that is due by a day with fees, or the upcoming installment if none is; at the end, the payoff. */
  amountDueOn(day: string): bigint {
    const payoff = this.payoffOn(day);
    const due = Math.max(1, this.#dueBy(day) - this.oldest);
    if (this.oldest + due - 1 >= this.#final) return payoff;
    return least(payoff, BigInt(due) * this.agreed.installment - this.partPaid + this.fees);
  }

  /** From the oldest unpaid one, without those before `day`. */
  upcomingDueDays(day: string): string[] {
    if (this.dueOn === null) return [];
    const first = this.oldest;
    const skipped = Math.max(0, this.#dueBy(plusDays(day, -1)) - first);
    return Array.from({ length: 6 }, (_, index) => this.dueDay(first + skipped + index));
  }
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
