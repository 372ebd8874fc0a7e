import { type BankingCalendar, daysFrom, plusDays, plusMonths } from './calendar.ts';
import type { JournalAutopay } from './journal.ts';
import type { ReplayedLoan } from './replayed-loan.ts';
import { greatest, least } from './replayed-postings.ts';

const timesAYear = {
  Monthly: 12n,
  DayOfMonth: 12n,
  SemiMonthly: 24n,
  TwoWeeks: 26n,
  BiWeekly: 26n,
  Weekly: 52n,
} as const;

/** Days the portal waits until it looks again at a loan without a due day. */
const periodDays = { Monthly: 30, SemiMonthly: 15, TwoWeeks: 14, Weekly: 7 } as const;

const MAX_CARD = 250_000n;

/** Notice is given this many days ahead (12 CFR 1005.10(d)). */
const NOTICE_DAYS = 10;

/** The portal looks at a payment two days earlier. */
const LOOKED_AT_DAYS = 12;

/** A recurring payment recomputed from its terms: its nominal dates, payment days and amounts. */
export class ReplayedAutopay {
  readonly terms: JournalAutopay;
  state: 'active' | 'stopped' | 'cancelled' | 'finished' = 'active';
  /** The nominal date of the next payment. */
  nextOn: string;
  #announced: { readonly for: string; readonly cents: bigint | null } | undefined;
  /** The day and amount that the customer was told in time. */
  #told: { readonly for: string; readonly cents: bigint } | undefined;
  /** A later payment day of the next payment, so that it can be announced in time. */
  #movedTo: string | undefined;

  readonly #calendar: BankingCalendar;

  constructor(terms: JournalAutopay, calendar: BankingCalendar, loan: ReplayedLoan, today: string) {
    this.terms = terms;
    this.#calendar = calendar;
    this.nextOn = terms.option === 'DaysBeforeDue' ? this.#dateAfter(today, loan, today) : terms.firstOn;
    this.resume(today);
  }

  /** The payment day: no holiday. */
  get runOn(): string {
    return this.#movedTo ?? this.#paymentDayFrom(this.nextOn);
  }

  #paymentDayFrom(day: string): string {
    return this.#calendar.isHoliday(day) ? this.#paymentDayFrom(plusDays(day, 1)) : day;
  }

  /** One that varies pays what is due by its day, so dates that can't be announced in time after it are left out. */
  step(loan: ReplayedLoan, asOf: string): void {
    const { runOn } = this;
    do this.#stepOnce(loan, asOf);
    while (this.terms.varies && daysFrom(runOn, this.runOn) < NOTICE_DAYS);
  }

  #stepOnce(loan: ReplayedLoan, asOf: string): void {
    this.#movedTo = undefined;
    this.nextOn = this.#dateAfter(this.nextOn, loan, asOf);
  }

  #dateAfter(after: string, loan: ReplayedLoan, asOf: string): string {
    const { option, daysBefore } = this.terms;
    if (option === 'DaysBeforeDue') {
      const dates = loan.upcomingDueDays(asOf).map((dueDay) => plusDays(dueDay, -daysBefore));
      return dates.find((date) => date > after) ?? plusDays(after, periodDays[loan.agreed.frequency]);
    }
    return this.#regularDateAfter(after);
  }

  #regularDateAfter(after: string): string {
    const { option, firstOn } = this.terms;
    for (let index = 0; ; index += 1) {
      const date = regularDate(option, firstOn, index);
      if (date > after) return date;
    }
  }

  /** Its loan is due on other days now. By then another amount pays it off, so that is announced again. */
  follow(before: readonly string[], after: readonly string[]): void {
    const { option, daysBefore } = this.terms;
    const dueOn = after[before.indexOf(plusDays(this.nextOn, daysBefore))];
    if (option !== 'DaysBeforeDue' || dueOn === undefined) return;
    this.nextOn = plusDays(dueOn, -daysBefore);
    this.#announced = undefined;
  }

  /** Installments before this due day were deferred. By then another amount may be due, so it is announced again. */
  defer(from: string): void {
    const { option, daysBefore } = this.terms;
    if (option !== 'DaysBeforeDue' || plusDays(this.nextOn, daysBefore) >= from) return;
    this.nextOn = plusDays(from, -daysBefore);
    this.#announced = undefined;
  }

  /** Leaves out all days up to one, because a hold code stops it. */
  skipThrough(today: string, loan: ReplayedLoan, asOf: string): void {
    while (this.runOn <= today) this.#stepOnce(loan, asOf);
  }

  /** Decides what is announced for the next payment, once. */
  announce(loan: ReplayedLoan, today: string): void {
    const on = this.runOn;
    if (daysFrom(today, on) > LOOKED_AT_DAYS || this.#announced?.for === on || loan.payoffOn(on) === 0n) return;
    if (this.terms.varies) {
      if (daysFrom(today, on) >= NOTICE_DAYS) this.#announceAmount(loan);
      else this.announceAnew(loan, today);
      return;
    }
    const last = this.#toAnnounce(loan, this.nextOn, on);
    const cents = last === 'agreed' || last === 'balloon' ? null : this.#inTime(last, on, today);
    this.#announced = { for: on, cents };
    if (last === 'agreed') this.#announceNext(loan, today);
    else if (cents !== null) this.#tell(on, cents, today);
  }

  /** A weekly payment is looked at a week ahead, so the one after it is told along with it. */
  #announceNext(loan: ReplayedLoan, today: string): void {
    const { amount, principal } = this.terms;
    const on = this.runOn;
    const nextOn = this.#dateAfter(this.nextOn, loan, on);
    const next = this.#paymentDayFrom(nextOn);
    if (daysFrom(on, next) > NOTICE_DAYS) return;
    const last = this.#toAnnounce(loan.ifPaid(amount, principal, on), nextOn, next);
    if (last !== 'agreed' && last !== 'balloon') this.#tell(next, last, today);
  }

  #tell(on: string, cents: bigint, today: string): void {
    if (daysFrom(today, on) >= NOTICE_DAYS) this.#told = { for: on, cents };
  }

  /** More than agreed is drawn only if it was told in time. */
  #inTime(cents: bigint, on: string, today: string): bigint | null {
    const { amount, principal } = this.terms;
    if (cents <= amount + principal || daysFrom(today, on) >= NOTICE_DAYS) return cents;
    return this.#told?.for === on ? least(cents, this.#told.cents) : null;
  }

  #toAnnounce(loan: ReplayedLoan, nextOn: string, on: string): bigint | 'agreed' | 'balloon' {
    const { amount, principal } = this.terms;
    const payoff = loan.payoffOn(on);
    const last = this.#last(loan, nextOn, on);
    if (payoff === 0n || payoff === amount + principal) return 'agreed';
    if (last === 'none' && payoff > amount + principal) return 'agreed';
    return last === 'balloon' ? 'balloon' : payoff;
  }

  #announceAmount(loan: ReplayedLoan): void {
    const cents = this.amounts(loan)?.amount;
    if (cents !== undefined) this.#announced = { for: this.runOn, cents };
  }

  /** A varying amount that was not announced moves to a day that leaves time for it. @returns whether it did */
  announceAnew(loan: ReplayedLoan, today: string): boolean {
    if (!this.terms.varies || this.#announced?.for === this.runOn || !this.amounts(loan)) return false;
    this.#movedTo = this.#firstAnnouncedOn(today);
    if (loan.payoffOn(this.#movedTo) > 0n) this.#announceAmount(loan);
    return true;
  }

  /** After a hold, its amount is announced in time again, and so is the first one. */
  resume(today: string): void {
    if (!this.terms.varies || this.#announced?.for === this.runOn) return;
    if (daysFrom(today, this.runOn) < NOTICE_DAYS) this.#movedTo = this.#firstAnnouncedOn(today);
  }

  #firstAnnouncedOn(today: string): string {
    return this.#paymentDayFrom(plusDays(today, NOTICE_DAYS));
  }

  /** Undefined if nothing is drawn this time. */
  amounts(loan: ReplayedLoan): { readonly amount: bigint; readonly principal: bigint } | undefined {
    const { option, daysBefore, amount, principal, account, varies } = this.terms;
    const on = this.runOn;
    if (option === 'DaysBeforeDue') {
      const dueOn = loan.dueOn;
      if (dueOn === null || dueOn > plusDays(this.nextOn, daysBefore)) return undefined;
    }
    const payoff = loan.payoffOn(on);
    const announced = this.#announced?.for === on ? this.#announced.cents : null;
    if (varies) {
      const due = announced === null ? loan.amountDueOn(on) : least(loan.amountDueOn(on), announced);
      const most =
        account === null ? least(payoff, announced === null ? MAX_CARD : greatest(MAX_CARD, announced)) : payoff;
      const drawn = least(due, most);
      return drawn <= 0n ? undefined : { amount: drawn, principal: 0n };
    }
    const takesRest = announced !== null && this.#last(loan, this.nextOn, on) === 'rest';
    const wanted = takesRest ? least(payoff, announced) : amount;
    const told = announced === null ? payoff : least(payoff, announced);
    const most = account === null ? least(told, MAX_CARD) : told;
    const drawn = payoff <= amount ? least(payoff, most) : least(wanted, most);
    return drawn <= 0n ? undefined : { amount: drawn, principal: least(principal, told - drawn) };
  }

  /** Whether this payment is the last installment, and if so, whether it may take all that is left. */
  #last(loan: ReplayedLoan, nextOn: string, on: string): 'none' | 'rest' | 'balloon' {
    const { option, daysBefore, amount } = this.terms;
    const { installment, agreed } = loan;
    const { frequency } = agreed;
    const dueOn = loan.dueOn;
    if (dueOn === null) return 'none';
    const reaches =
      option === 'DaysBeforeDue'
        ? plusDays(nextOn, daysBefore) >= loan.maturesOn
        : dueOn >= loan.maturesOn && this.#regularDateAfter(nextOn) > loan.maturesOn;
    const times = timesAYear[option === 'DaysBeforeDue' ? frequency : option];
    const carries = amount * times * 100n >= installment * timesAYear[frequency] * 98n;
    if (!reaches || !carries) return 'none';
    return loan.payoffOn(on) <= 2n * installment ? 'rest' : 'balloon';
  }
}

function regularDate(option: JournalAutopay['option'], firstOn: string, index: number): string {
  switch (option) {
    case 'Weekly':
      return plusDays(firstOn, 7 * index);
    case 'BiWeekly':
      return plusDays(firstOn, 14 * index);
    case 'SemiMonthly':
      return plusDays(plusMonths(firstOn, Math.floor(index / 2)), index % 2 === 0 ? 0 : 14);
    case 'DayOfMonth':
    case 'DaysBeforeDue':
      return plusMonths(firstOn, index);
  }
}
