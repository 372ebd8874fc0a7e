import { daysFrom, plusDays } from './calendar.ts';
import { Fraction } from './fraction.ts';
import type { AgreedLoan, AgreedRate } from './journal.ts';
import { ReplayedAgreement } from './replayed-agreement.ts';
import { ReplayedChargeOff } from './replayed-charge-off.ts';
import { ReplayedBalance } from './replayed-balance.ts';

/** The policy of the demonstration: the lesser of $25.00 and 10%, after 10 days, from a shortage of $10.00. */
const lateCharge = { flat: 2_500n, graceDays: 10, leastShortage: 1_000n };

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
  readonly #agreement: ReplayedAgreement;
  readonly #balance: ReplayedBalance;
  readonly chargeOff = new ReplayedChargeOff();
  fees = 0n;
  /** Money that went to installments since the first one. */
  #counted = 0n;
  /** The newest installment with a late charge, or that became late during a hold that spares it. */
  #chargedFor = -1;

  constructor(agreed: AgreedLoan) {
    this.agreed = agreed;
    this.#agreement = new ReplayedAgreement(agreed);
    const lent = { from: agreed.openedOn, cents: agreed.principal };
    this.#balance = new ReplayedBalance(this.#agreement, [lent], agreed.openedOn);
  }

  get principal(): bigint {
    return this.#balance.principal;
  }

  interestOn(day: string): bigint {
    return this.#balance.interestOn(day);
  }

  payoffOn(day: string): bigint {
    return this.principal + this.interestOn(day) + this.fees;
  }

  /** The due day of an installment, the first being 0. */
  dueDay(index: number): string {
    return this.#agreement.dueDay(index);
  }

  get #final(): number {
    return this.#agreement.final;
  }

  get maturesOn(): string {
    return this.dueDay(this.#final);
  }

  /** The oldest unpaid installment. The last one ends only with the payoff. */
  get oldest(): number {
    return this.#agreement.completedBy(this.#counted);
  }

  get partPaid(): bigint {
    return this.#counted - this.#agreement.sum(0, this.oldest);
  }

  /** The amount of the oldest unpaid installment. */
  get installment(): bigint {
    return this.#agreement.installment(this.oldest);
  }

  /** Null when nothing is owed, and while it is charged off. */
  get dueOn(): string | null {
    if (this.chargeOff.isOn) return null;
    return this.payoffOn(this.#balance.lastOn) === 0n ? null : this.dueDay(this.oldest);
  }

  #dueBy(day: string): number {
    let count = Math.min(0, this.oldest);
    while (this.dueDay(count) <= day) count += 1;
    return count;
  }

  pay(amount: bigint, extraPrincipal: bigint, on: string): Applied {
    this.#balance.post(on);
    const fees = least(amount, this.fees);
    const interest = least(amount - fees, this.interestOn(on));
    const wanted = amount - fees - interest + extraPrincipal;
    const principal = least(wanted, this.principal);
    const before = this.#counted;
    this.#counted = this.#countedAfter(amount, fees, on);
    this.fees -= fees;
    this.#balance.pay(principal, interest, on);
    return { fees, interest, principal, overpaid: wanted - principal, counted: this.#counted - before, on };
  }

  /** Counts up to the upcoming installment. A late charge doesn't make an installment short (16 CFR 444.4). */
  #countedAfter(amount: bigint, fees: bigint, on: string): bigint {
    const agreement = this.#agreement;
    const counts = (money: bigint) => {
      const upcoming = Math.max(this.oldest, this.#dueBy(on));
      const all = this.#counted + money;
      return upcoming >= this.#final ? all : least(all, agreement.sum(0, upcoming + 1));
    };
    const strict = counts(amount - fees);
    const lenient = agreement.completedBy(counts(amount));
    return fees > 0n && lenient > agreement.completedBy(strict) ? agreement.sum(0, lenient) : strict;
  }

  takeBack({ fees, interest, principal, counted, on }: Applied, returnedOn: string): void {
    this.#balance.post(returnedOn);
    this.fees += fees;
    this.#balance.pay(-principal, -interest, on);
    this.#counted -= counted;
  }

  /** Charges what is late at the end of a business day. @returns the charges, in order */
  chargeLate(day: string, { expected, spared }: { readonly expected: bigint; readonly spared: boolean }): bigint[] {
    const charges: bigint[] = [];
    if (this.chargeOff.isOn) return charges;
    if (day > this.maturesOn) return charges;
    let index = Math.max(this.oldest, this.#chargedFor + 1);
    for (; index <= this.#final && daysFrom(this.dueDay(index), day) > lateCharge.graceDays; index += 1) {
      if (spared) {
        this.#chargedFor = index;
        continue;
      }
      const owed = this.principal + this.interestOn(day);
      const part = this.#agreement.installment(index) - (index === this.oldest ? this.partPaid : 0n);
      const unpaid = index === this.#final ? owed : least(owed, part);
      if (unpaid <= 0n || unpaid < lateCharge.leastShortage) continue;
      if (this.shortThrough(this.dueDay(index)) <= expected) break;
      const charge = least(lateCharge.flat, new Fraction(unpaid, 10n).round());
      charges.push(charge);
      this.fees += charge;
      this.#chargedFor = index;
      this.#balance.post(day);
    }
    return charges;
  }

  /** Unpaid installments due by a day, at most the balance. */
  shortThrough(day: string): bigint {
    const end = this.#dueBy(day);
    if (end <= this.oldest) return 0n;
    const owed = this.principal + this.interestOn(day);
    return day >= this.maturesOn ? owed : least(owed, this.#agreement.sum(this.oldest, end) - this.partPaid);
  }

  /** All that is due by a day with fees, or the upcoming installment if none is; at the end, the payoff. */
  amountDueOn(day: string): bigint {
    const payoff = this.payoffOn(day);
    const end = Math.max(this.oldest + 1, this.#dueBy(day));
    if (end > this.#final) return payoff;
    return least(payoff, this.#agreement.sum(this.oldest, end) - this.partPaid + this.fees);
  }

  /** From the oldest unpaid one, without those before `day`. */
  upcomingDueDays(day: string): string[] {
    if (this.dueOn === null) return [];
    const first = this.oldest;
    const skipped = Math.max(0, this.#dueBy(plusDays(day, -1)) - first);
    return Array.from({ length: 6 }, (_, index) => this.dueDay(first + skipped + index));
  }

  /** Also one that is past due; the number of installments stays. */
  deferOldest(installments: number): void {
    this.#agreement.defer(this.oldest, installments);
  }

  moveDueDay(dueDay: number): void {
    this.#agreement.moveDueDay(this.oldest, dueDay);
  }

  beginChargeOff(today: string): void {
    this.#agreement.endRate(this.oldest, today);
    this.chargeOff.begin(this.principal + this.fees);
  }

  /** @returns whether more was written off since, which takes an entry of its own */
  reverseChargeOff(today: string): boolean {
    this.#agreement.restoreRate(this.oldest, today);
    const isMore = this.chargeOff.end();
    this.chargeLate(today, { expected: 0n, spared: true });
    return isMore;
  }

  changeRate({ rate, from, newPayment }: AgreedRate, today: string): void {
    const first = this.#agreement.changeRate({ rate, from }, this.oldest, today);
    if (newPayment) this.#agreement.spread(this.#principalBefore(first, today), first);
  }

  /** The principal left if all installments before one are paid on their days, and late ones today. */
  #principalBefore(end: number, today: string): bigint {
    const balance = this.#balance.copy();
    for (let index = this.oldest; index < end; index += 1) {
      const dueDay = this.dueDay(index);
      const on = dueDay > today ? dueDay : today;
      const owed = balance.interestOn(on);
      const part = this.#agreement.installment(index) - (index === this.oldest ? this.partPaid : 0n);
      const interest = least(part, owed);
      balance.post(on);
      balance.pay(least(part - interest, balance.principal), interest, on);
    }
    return balance.principal;
  }
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
