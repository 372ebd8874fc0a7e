import { Fraction } from './fraction.ts';
import type { ReplayedAgreement } from './replayed-agreement.ts';

const DAYS_AND_PPM = 365n * 1_000_000n;

/** What a payment paid. It changes when something of an earlier day is posted later. */
export interface Applied {
  /** Stays with the payment on every loan. */
  readonly id: string;
  fees: bigint;
  interest: bigint;
  principal: bigint;
  overpaid: bigint;
  /** The part that went to installments. */
  counted: bigint;
  /** The day it counts from. */
  readonly on: string;
  /** Among what was posted as of one day. */
  order: number;
  /** Principal and fees that came in since a charge-off, and of which one. */
  recovered: { readonly cents: bigint; readonly chargeOff: number } | null;
}

/** Counts what is posted, on all loans. */
export class Sequence {
  #last = 0;

  next(): number {
    return (this.#last += 1);
  }
}

/** How a payment was applied before, and is now. */
export interface AppliedAgain {
  readonly payment: Applied;
  readonly before: Applied;
  readonly after: Applied;
}

export interface Debit {
  readonly on: string;
  readonly order: number;
  readonly cents: bigint;
}

/** What is owed on a loan: sums over what was lent, charged and paid, each from its own day on. */
export class ReplayedPostings {
  readonly #agreement: ReplayedAgreement;
  readonly #lent: Debit[] = [];
  readonly #charges: Debit[] = [];
  readonly #payments: Applied[] = [];
  readonly #sequence: Sequence;
  #paidOut = 0n;
  /** The newest day of which something was posted. */
  #lastOn: string;

  constructor(agreement: ReplayedAgreement, openedOn: string, sequence: Sequence) {
    this.#agreement = agreement;
    this.#sequence = sequence;
    this.#lastOn = openedOn;
  }

  copy(): ReplayedPostings {
    const copy = this.#copy(this.#charges, {});
    copy.#paidOut = this.#paidOut;
    return copy;
  }

  /** As if no charge had been made. */
  copyWithoutFees(): ReplayedPostings {
    return this.#copy([], { fees: 0n });
  }

  #copy(charges: readonly Debit[], changed: Partial<Applied>): ReplayedPostings {
    const copy = new ReplayedPostings(this.#agreement, this.#lastOn, this.#sequence);
    copy.#lent.push(...this.#lent);
    copy.#charges.push(...charges);
    copy.#payments.push(...this.#payments.map((payment) => ({ ...payment, ...changed })));
    return copy;
  }

  /** Whether money that was paid out would pay something if it had stayed. */
  wouldPay(cents: bigint): boolean {
    const copy = this.#copy(this.#charges, {});
    copy.payOut(this.#paidOut);
    copy.stopPayout(cents, this.#lastOn);
    return copy.kept < this.kept + cents;
  }

  get lastOn(): string {
    return this.#lastOn;
  }

  /** Something is posted on this day, so no interest of earlier days is told anymore. */
  post(on: string): void {
    if (on > this.#lastOn) this.#lastOn = on;
  }

  get principal(): bigint {
    return sum(this.#lent.map(({ cents }) => cents)) - sum(this.#payments.map(({ principal }) => principal));
  }

  get fees(): bigint {
    return sum(this.#charges.map(({ cents }) => cents)) - sum(this.#payments.map(({ fees }) => fees));
  }

  get interestPaid(): bigint {
    return sum(this.#payments.map(({ interest }) => interest));
  }

  /** More than was owed, and not paid out. */
  get kept(): bigint {
    return sum(this.#payments.map(({ overpaid }) => overpaid)) - this.#paidOut;
  }

  /** Unpaid interest in whole cents, as it would be posted; never for a day before the newest posting. */
  interestOn(day: string): bigint {
    return this.#interest(day > this.#lastOn ? day : this.#lastOn, () => true);
  }

  #interest(through: string, counts: (posting: { readonly on: string; readonly order: number }) => boolean): bigint {
    const rates = (from: string) => this.#agreement.rates(from, through);
    const paid = this.#payments.filter(counts);
    const earned =
      sum(this.#lent.filter(counts).map(({ cents, on }) => cents * rates(on))) -
      sum(paid.map(({ principal, on }) => principal * rates(on)));
    const unpaid = new Fraction(earned, DAYS_AND_PPM).plus(new Fraction(-sum(paid.map(({ interest }) => interest))));
    const rounded = unpaid.round();
    return rounded > 0n ? rounded : 0n;
  }

  lend(cents: bigint, on: string): Debit {
    const debit = { on, cents, order: this.#sequence.next() };
    this.#lent.push(debit);
    this.post(on);
    return debit;
  }

  /** @returns the payments that now pay something else, such as no interest of the draw */
  takeBackDraw(draw: Debit, postedOn: string): readonly AppliedAgain[] {
    this.#lent.splice(this.#lent.indexOf(draw), 1);
    this.post(postedOn);
    return this.#applyAgain(this.#payments, this.#freeOf(this.#payments));
  }

  charge(cents: bigint, on: string): void {
    this.#charges.push({ on, cents, order: this.#sequence.next() });
    this.post(on);
  }

  /** What a payment of this day would pay. */
  owedOn(on: string): { readonly fees: bigint; readonly interest: bigint; readonly principal: bigint } {
    return this.#owedBefore({ on, order: Infinity });
  }

  #owedBefore(payment: { readonly on: string; readonly order: number }) {
    const counts = (other: { readonly on: string; readonly order: number }) => isBefore(other, payment);
    const paid = this.#payments.filter(counts);
    const debits = (list: readonly Debit[]) => sum(list.filter(counts).map(({ cents }) => cents));
    return {
      fees: debits(this.#charges) - sum(paid.map(({ fees }) => fees)),
      interest: this.#interest(payment.on, counts),
      principal: debits(this.#lent) - sum(paid.map(({ principal }) => principal)),
    };
  }

  /**
   * @returns also the payments of later days that now pay something else
   */
  pay(
    amount: bigint,
    extraPrincipal: bigint,
    { id, on, counted = 0n, order }: NewApplied,
  ): { readonly applied: Applied; readonly again: readonly AppliedAgain[] } {
    const none = { fees: 0n, interest: 0n, principal: 0n, overpaid: 0n, recovered: null };
    const applied: Applied = { ...none, id, counted, on, order: this.#sequence.next() };
    const later = this.#payments.filter((payment) => payment.on > on);
    const free = this.#freeOf(later);
    this.#payments.push(applied);
    this.#settle(applied, amount, extraPrincipal);
    applied.order = order ?? applied.order;
    this.#payments.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    this.post(on);
    return { applied, again: this.#applyAgain(later, free) };
  }

  /** All that count. */
  get payments(): readonly Applied[] {
    return this.#payments;
  }

  #settle(payment: Applied, toDebts: bigint, toPrincipal: bigint): void {
    const owed = this.#owedBefore(payment);
    payment.fees = least(toDebts, owed.fees);
    payment.interest = least(toDebts - payment.fees, owed.interest);
    const wanted = toDebts - payment.fees - payment.interest + toPrincipal;
    // Without a draw that was stopped later, more may have been paid by then than was lent.
    payment.principal = least(wanted, owed.principal > 0n ? owed.principal : 0n);
    payment.overpaid = wanted - payment.principal;
  }

  /** What was left over of each payment and is still here; the oldest money was paid out first. */
  #freeOf(payments: readonly Applied[]): ReadonlyMap<Applied, bigint> {
    let rest = this.kept > 0n ? this.kept : 0n;
    return new Map(
      payments.toReversed().map((payment) => {
        const free = least(rest, payment.overpaid);
        rest -= free;
        return [payment, free];
      }),
    );
  }

  /** Money that paid fees and interest pays them first again; what paid principal still does. */
  #applyAgain(payments: readonly Applied[], free: ReadonlyMap<Applied, bigint>): AppliedAgain[] {
    const changes = payments.map((payment) => ({ payment, before: { ...payment }, free: free.get(payment) ?? 0n }));
    // As if none of them had been made, one is after the other.
    for (const { payment } of changes) Object.assign(payment, { fees: 0n, interest: 0n, principal: 0n, overpaid: 0n });
    for (const { payment, before, free: left } of changes) {
      this.#settle(payment, before.fees + before.interest + left, before.principal);
      payment.overpaid += before.overpaid - left;
    }
    return changes
      .map(({ payment, before }) => ({ payment, before, after: { ...payment } }))
      .filter(({ before, after }) => JSON.stringify(before, asText) !== JSON.stringify(after, asText));
  }

  /** @returns the payments that now pay something else, because money that was left over pays for this one */
  takeBack(payment: Applied, postedOn: string): readonly AppliedAgain[] {
    this.#payments.splice(this.#payments.indexOf(payment), 1);
    this.post(postedOn);
    return this.#applyKept();
  }

  payOut(cents: bigint): void {
    this.#paidOut += cents;
  }

  stopPayout(cents: bigint, postedOn: string): readonly AppliedAgain[] {
    this.#paidOut -= cents;
    this.post(postedOn);
    return this.#applyKept();
  }

  /** What was left over pays as of its own day, and what came later is applied again after it. */
  #applyKept(): AppliedAgain[] {
    const first = this.kept > 0n ? this.#payments.findIndex(({ overpaid }) => overpaid > 0n) : -1;
    const since = first < 0 ? [] : this.#payments.slice(first);
    return this.#applyAgain(since, this.#freeOf(since));
  }
}

interface NewApplied extends Pick<Applied, 'id' | 'on'> {
  readonly counted?: bigint;
  /** Of when it was first posted. */
  readonly order?: number | undefined;
}

/** In the order of their days, and of one day as they were posted. */
function isBefore(
  one: { readonly on: string; readonly order: number },
  other: { readonly on: string; readonly order: number },
): boolean {
  return one.on === other.on ? one.order < other.order : one.on < other.on;
}

function asText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, cents) => total + cents, 0n);
}

export function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
