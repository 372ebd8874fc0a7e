import { daysFrom, plusDays, plusMonths } from './calendar.ts';
import { Fraction } from './fraction.ts';
import type { AgreedLoan } from './journal.ts';

/** From this installment on, the due days are those of later installments, or start over. */
type MovedDays =
  | { readonly first: number; readonly later: number }
  | { readonly first: number; readonly from: string; readonly dueDay: number };

/** From a draw to the first bill (12 CFR 1026.5(b)(2)). */
const LEAST_DAYS_TO_PAY = 21;

const INSTALLMENTS_A_YEAR = { Monthly: 12n, SemiMonthly: 24n, TwoWeeks: 26n, Weekly: 52n } as const;

/**
 * What was agreed for a loan. Installments keep their numbers, the first being 0, whatever changes: their days, their
 * amounts, and the rate of a day are functions of the changes.
 */
export class ReplayedAgreement {
  readonly #agreed: AgreedLoan;
  readonly #moves: MovedDays[] = [];
  /** Oldest first; the newest one that applies counts. */
  readonly #amounts: { readonly first: number; readonly cents: bigint }[];
  readonly #rates: { readonly from: string; readonly rate: bigint }[];
  /** The first installment of the newest amount that was agreed with a rate. */
  #newestAmount = 0;
  #billing: { readonly first: number; readonly from: string; readonly dueDay: number } | undefined;

  constructor(agreed: AgreedLoan) {
    this.#agreed = agreed;
    this.#amounts = [{ first: Number.NEGATIVE_INFINITY, cents: agreed.installment }];
    this.#rates = [{ from: '0000-00-00', rate: agreed.rate }];
  }

  get final(): number {
    return this.#agreed.term - 1;
  }

  /** A line of credit that owed nothing is billed as if new; what it was billed before is forgotten. */
  beginBilling(first: number, drawnOn: string): void {
    const dueDay = Number(this.#agreed.firstDueOn.slice(8));
    const earliest = plusDays(drawnOn, LEAST_DAYS_TO_PAY);
    const sameMonth = plusMonths(earliest, 0, dueDay);
    this.#billing = { first, from: sameMonth >= earliest ? sameMonth : plusMonths(earliest, 1, dueDay), dueDay };
  }

  /** The due day of an installment. */
  dueDay(index: number): string {
    if (this.#billing) return plusMonths(this.#billing.from, index - this.#billing.first, this.#billing.dueDay);
    return this.#dueDay(index, this.#moves.length);
  }

  #dueDay(index: number, changes: number): string {
    const move = this.#moves[changes - 1];
    if (!move) return this.#firstAgreed(index);
    if (index < move.first) return this.#dueDay(index, changes - 1);
    return 'later' in move
      ? this.#dueDay(index + move.later, changes - 1)
      : plusMonths(move.from, index - move.first, move.dueDay);
  }

  #firstAgreed(index: number): string {
    const { firstDueOn, frequency } = this.#agreed;
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

  /** Skips the days of some installments: this one is due when the one that many later would have been. */
  defer(first: number, later: number): void {
    this.#moves.push({ first, later });
  }

  moveDueDay(first: number, dueDay: number): void {
    const before = this.dueDay(first);
    const sameMonth = plusMonths(before, 0, dueDay);
    this.#moves.push({ first, from: sameMonth >= before ? sameMonth : plusMonths(before, 1, dueDay), dueDay });
  }

  installment(index: number): bigint {
    return this.#amounts.findLast(({ first }) => first <= index)?.cents ?? 0n;
  }

  /** The installments from one up to another, without the other. */
  sum(from: number, to: number): bigint {
    let sum = 0n;
    for (let index = from; index < to; index += 1) sum += this.installment(index);
    return sum;
  }

  /** How many installments are paid with this much money; the last one ends only with the payoff. */
  completedBy(money: bigint): number {
    let index = 0;
    let rest = money;
    for (; index < this.final && rest >= this.installment(index); index += 1) rest -= this.installment(index);
    for (; rest < 0n; index -= 1) rest += this.installment(index - 1);
    return index;
  }

  /** The sum of the rates of the days from one up to another. */
  rates(from: string, to: string): bigint {
    return this.#rates.reduce((sum, { from: since, rate }, index) => {
      const start = since > from ? since : from;
      const next = this.#rates[index + 1]?.from ?? to;
      const end = next < to ? next : to;
      return end > start ? sum + rate * BigInt(daysFrom(start, end)) : sum;
    }, 0n);
  }

  /**
   * Applies a new rate, and says which installment is the first that may have another amount: not the oldest unpaid one,
   * after the rate changed, at least 30 days ahead, and none before an amount that was agreed earlier.
   */
  changeRate({ rate, from }: { readonly rate: bigint; readonly from: string }, oldest: number, today: string): number {
    this.#rates.push({ from, rate });
    let first = Math.max(oldest + 1, this.#newestAmount);
    while (this.dueDay(first) <= from || daysFrom(today, this.dueDay(first)) < 30) first += 1;
    this.#newestAmount = first;
    return first;
  }

  /** A rate from today on without a new amount: none from a charge-off on, and the former one after its reversal. */
  endRate(oldest: number, today: string): void {
    this.#changeFrom(0n, oldest, today);
  }

  restoreRate(oldest: number, today: string): void {
    this.#changeFrom(this.#rates.at(-2)?.rate ?? 0n, oldest, today);
  }

  #changeFrom(rate: bigint, oldest: number, today: string): void {
    this.#rates.push({ from: today, rate });
    this.#newestAmount = Math.max(this.#newestAmount, oldest);
  }

  /** Equal parts that pay off a principal with the installments from one to the last, by their discounted values. */
  spread(principal: bigint, first: number): void {
    const rate = this.#rates.at(-1)?.rate ?? 0n;
    const one = INSTALLMENTS_A_YEAR[this.#agreed.frequency] * 1_000_000n;
    let value = new Fraction(0n);
    for (let index = first; index <= this.final; index += 1) {
      value = value.plus(new Fraction(1n)).dividedBy(new Fraction(one + rate, one));
    }
    this.#amounts.push({ first, cents: new Fraction(principal).dividedBy(value).round() });
  }
}
