import { daysFrom, plusDays } from './calendar.ts';
import { Fraction } from './fraction.ts';
import type { AgreedLoan, AgreedRate } from './journal.ts';
import { ReplayedAgreement } from './replayed-agreement.ts';
import { ReplayedChargeOff } from './replayed-charge-off.ts';
import { type Applied, type AppliedAgain, type Debit, least, ReplayedPostings, Sequence } from './replayed-postings.ts';

/** The policy of the demonstration: the lesser of $25.00 and 10%, after 10 days, from a shortage of $10.00. */
const lateCharge = { flat: 2_500n, graceDays: 10, leastShortage: 1_000n };

export interface Paid {
  readonly applied: Applied;
  readonly again: readonly AppliedAgain[];
  /** Whether a charge-off was adjusted. */
  readonly adjusted: boolean;
}

/**
 * A loan recomputed from its agreement and what was posted: interest as exact days times principal, installments as
 * money counted since the first one.
 */
export class ReplayedLoan {
  readonly agreed: AgreedLoan;
  #agreement: ReplayedAgreement;
  #postings: ReplayedPostings;
  readonly chargeOff = new ReplayedChargeOff();
  /** How many payments were recovered, and how many of these were taken back. */
  readonly recoveries = { posted: 0, takenBack: 0 };
  /** Money that went to installments since the first one. */
  #counted = 0n;
  /** The newest installment with a late charge, or that became late during a hold that spares it. */
  #chargedFor = -1;

  constructor(agreed: AgreedLoan, sequence: Sequence) {
    this.agreed = agreed;
    this.#agreement = new ReplayedAgreement(agreed);
    this.#postings = new ReplayedPostings(this.#agreement, agreed.openedOn, sequence);
    this.#postings.lend(agreed.principal, agreed.openedOn);
  }

  get principal(): bigint {
    return this.#postings.principal;
  }

  get fees(): bigint {
    return this.#postings.fees;
  }

  interestOn(day: string): bigint {
    return this.#postings.interestOn(day);
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
    return this.agreed.limit === null ? this.dueDay(this.#final) : '9999-12-31';
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
    return this.payoffOn(this.#postings.lastOn) === 0n ? null : this.dueDay(this.oldest);
  }

  #dueBy(day: string): number {
    let count = Math.min(0, this.oldest);
    while (this.dueDay(count) <= day) count += 1;
    return count;
  }

  /** @param order of a payment of which this is the rest, or that was on another loan */
  pay(
    amount: bigint,
    extraPrincipal: bigint,
    { id, on, order }: Pick<Applied, 'id' | 'on'> & Partial<Pick<Applied, 'order'>>,
  ): Paid {
    const before = this.#counted;
    this.#counted = this.#countedAfter(amount, least(amount, this.#postings.owedOn(on).fees), on);
    const counted = this.#counted - before;
    const { applied, again } = this.#postings.pay(amount, extraPrincipal, { id, on, counted, order });
    this.chargeOff.paid(applied);
    if (applied.recovered) this.recoveries.posted += 1;
    this.#writeOffAgain(again);
    const mayDiffer = again.length > 0 || this.chargeOff.countedBefore(applied);
    return { applied, again, adjusted: mayDiffer && this.adjustWriteOff() };
  }

  /** As it would be after one more payment. */
  ifPaid(amount: bigint, extraPrincipal: bigint, on: string): ReplayedLoan {
    const after = new ReplayedLoan(this.agreed, new Sequence());
    after.#agreement = this.#agreement;
    after.#postings = this.#postings.copy();
    after.#counted = this.#counted;
    after.pay(least(amount, this.payoffOn(on)), extraPrincipal, { id: '', on });
    return after;
  }

  #writeOffAgain(again: readonly AppliedAgain[]): readonly AppliedAgain[] {
    for (const { before } of again) this.chargeOff.takenBack(before);
    for (const { payment } of again) this.chargeOff.paid(payment);
    return again;
  }

  /** @returns whether it takes an entry of its own */
  adjustWriteOff(): boolean {
    return this.chargeOff.adjust(this.principal + this.fees, this.#postings.payments);
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

  takeBack(payment: Applied, postedOn: string): readonly AppliedAgain[] {
    this.#counted -= payment.counted;
    this.chargeOff.takenBack(payment);
    if (payment.recovered) this.recoveries.takenBack += 1;
    return this.#writeOffAgain(this.#postings.takeBack(payment, postedOn));
  }

  /** What can still be drawn. */
  get available(): bigint {
    return (this.agreed.limit ?? 0n) - this.principal;
  }

  draw(cents: bigint, on: string): Debit {
    if (this.payoffOn(on) === 0n) {
      this.#agreement.beginBilling(this.oldest, on);
      this.#counted = this.#agreement.sum(0, this.oldest);
      this.#chargedFor = Math.min(this.#chargedFor, this.oldest - 1);
    }
    return this.#postings.lend(cents, on);
  }

  takeBackDraw(draw: Debit, postedOn: string): readonly AppliedAgain[] {
    return this.#writeOffAgain(this.#postings.takeBackDraw(draw, postedOn));
  }

  get interestPaid(): bigint {
    return this.#postings.interestPaid;
  }

  get kept(): bigint {
    return this.#postings.kept;
  }

  /** Whether money that was paid out would pay something of it if it had stayed. */
  wouldPay(cents: bigint): boolean {
    return this.#postings.wouldPay(cents);
  }

  payOut(cents: bigint): void {
    this.#postings.payOut(cents);
  }

  stopPayout(cents: bigint, postedOn: string): readonly AppliedAgain[] {
    return this.#writeOffAgain(this.#postings.stopPayout(cents, postedOn));
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
      this.#postings.charge(charge, day);
      this.#chargedFor = index;
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
    this.chargeOff.begin(this.principal + this.fees, this.#postings.payments);
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
    const postings = this.#postings.copyWithoutFees();
    for (let index = this.oldest; index < end; index += 1) {
      const dueDay = this.dueDay(index);
      const part = this.#agreement.installment(index) - (index === this.oldest ? this.partPaid : 0n);
      postings.pay(part, 0n, { id: '', on: dueDay > today ? dueDay : today });
    }
    return postings.principal;
  }
}
