import { type BankingCalendar, plusDays } from './calendar.ts';
import type { AgreedLoan, DatedEvent, HoldCode, JournalAutopay, JournalPayment } from './journal.ts';
import { ReplayedAutopay } from './replayed-autopay.ts';
import { ReplayedBank, type ReplayedEntry } from './replayed-bank.ts';
import { ReplayedHold } from './replayed-hold.ts';
import { ReplayedLoan } from './replayed-loan.ts';
import { type Applied, least } from './replayed-postings.ts';
import { ReplayedStatements } from './replayed-statements.ts';

export interface ReplayedPayment extends JournalPayment {
  state: 'scheduled' | 'posted' | 'declined' | 'cancelled' | 'returned';
  applied: Applied | null;
  draft: ReplayedEntry | null;
  /** The nominal date, for a payment of a recurring one; its reference is then that of the recurring payment. */
  readonly occursOn: string | null;
}

/** Identifies a payment: its reference number, or that of the recurring payment with the nominal date. */
export function keyOf({ reference, occursOn }: Pick<ReplayedPayment, 'reference' | 'occursOn'>): string {
  return occursOn === null ? reference : `${reference}@${occursOn}`;
}

export interface ReplayedCharge {
  readonly loan: string;
  readonly on: string;
  readonly cents: bigint;
}

const planned = { state: 'scheduled', applied: null, draft: null, occursOn: null } as const;

/** A recurring payment expected within these days spares a late charge. */
const EXPECTED_DAYS = 17;

/** Of the codes that occur in the year: those after which the bank account isn't drawn on again. */
const blockingCodes: ReadonlySet<string> = new Set(['R02', 'R03', 'R10']);

/** Recomputes a whole year from the journal alone. */
export class Replay {
  readonly loans: ReadonlyMap<string, ReplayedLoan>;
  readonly payments: ReplayedPayment[] = [];
  readonly autopays: ReplayedAutopay[] = [];
  readonly charges: ReplayedCharge[] = [];
  readonly bank: ReplayedBank;
  readonly statements = new ReplayedStatements();
  readonly #blocked = new Set<string>();
  readonly #corrected = new Map<string, string>();
  readonly #holds: ReadonlyMap<string, ReplayedHold>;
  readonly #calendar: BankingCalendar;
  #closedThrough: string;
  #today = '';

  /** @param closedThrough the last business day before the year */
  constructor(loans: readonly AgreedLoan[], closedThrough: string, calendar: BankingCalendar) {
    this.#calendar = calendar;
    this.bank = new ReplayedBank(calendar);
    this.loans = new Map(loans.map((agreed) => [agreed.number, new ReplayedLoan(agreed)]));
    this.#holds = new Map(loans.map(({ number }) => [number, new ReplayedHold()]));
    for (const loan of this.loans.values()) this.statements.open(loan);
    this.#closedThrough = closedThrough;
  }

  play(event: DatedEvent): void {
    this.#today = event.today;
    switch (event.kind) {
      case 'paid':
        return this.#payNow(event.payment, event.outcome, event);
      case 'scheduled':
        this.payments.push({ ...event.payment, ...planned });
        return;
      case 'edited':
        Object.assign(this.#scheduled(event.reference), { payOn: event.payOn, amount: event.amount, fee: event.fee });
        return;
      case 'autopay':
        this.autopays.push(this.#setUp(event.autopay));
        return;
      case 'deleted':
        return this.#delete(event.reference);
      case 'skipped':
        return this.#skip(event.reference, event.today);
      case 'submittedDue':
        this.#submitDue(event.today);
        for (const autopay of this.#activeAutopays()) {
          const isStopped = this.#hold(autopay.terms.loan).stops(autopay.terms);
          if (!isStopped) autopay.announce(this.#loan(autopay.terms.loan), event.today);
        }
        return;
      case 'closed':
        return this.#close(event);
      case 'returned':
        return this.#return(event.key, event.code, event.today);
      case 'corrected':
        this.bank.correct(event.from, event.to);
        this.#corrected.set(event.from, event.to);
        return;
      case 'deferred':
        return this.#defer(this.#loan(event.loan), event.installments);
      case 'dueDayMoved':
        return this.#moveDueDay(this.#loan(event.loan), event.dueDay);
      case 'rateChanged':
        this.#loan(event.loan).changeRate(event.agreed, event.today);
        return this.statements.changed(this.#loan(event.loan), event.today);
      case 'chargedOff':
        return this.#chargeOff(this.#loan(event.loan));
      case 'chargeOffReversed':
        return this.#reverseChargeOff(this.#loan(event.loan));
      case 'holdCodeSet':
        return this.#setHoldCode(this.#loan(event.loan), event.code);
      case 'monthEnded':
        for (const loan of this.loans.values()) this.statements.endMonth(loan, event.through);
    }
  }

  #loan(number: string): ReplayedLoan {
    const loan = this.loans.get(number);
    if (!loan) throw new Error(`There is no loan ${number}`);
    return loan;
  }

  #hold(number: string): ReplayedHold {
    const hold = this.#holds.get(number);
    if (!hold) throw new Error(`There is no loan ${number}`);
    return hold;
  }

  #scheduled(reference: string): ReplayedPayment {
    const found = this.payments.find((payment) => payment.reference === reference && payment.state === 'scheduled');
    if (!found) throw new Error(`The payment ${reference} is not scheduled`);
    return found;
  }

  #activeAutopays(): ReplayedAutopay[] {
    return this.autopays.filter(({ state }) => state === 'active');
  }

  #autopaysOf({ agreed: { number } }: ReplayedLoan): ReplayedAutopay[] {
    return this.#activeAutopays().filter(({ terms }) => terms.loan === number);
  }

  #defer(loan: ReplayedLoan, installments: number): void {
    loan.deferOldest(installments);
    this.statements.changed(loan, this.#today);
    for (const autopay of this.#autopaysOf(loan)) autopay.defer(loan.dueDay(loan.oldest));
  }

  #moveDueDay(loan: ReplayedLoan, dueDay: number): void {
    const before = loan.upcomingDueDays(this.#today);
    loan.moveDueDay(dueDay);
    this.statements.changed(loan, this.#today);
    for (const autopay of this.#autopaysOf(loan)) autopay.follow(before, loan.upcomingDueDays(this.#today));
  }

  #chargeOff(loan: ReplayedLoan): void {
    loan.beginChargeOff(this.#today);
    this.statements.changed(loan, this.#today);
    for (const autopay of this.#autopaysOf(loan)) autopay.state = 'cancelled';
    const scheduled = this.payments.filter((one) => one.loan === loan.agreed.number && one.state === 'scheduled');
    for (const payment of scheduled) payment.state = 'cancelled';
  }

  #reverseChargeOff(loan: ReplayedLoan): void {
    const isAdjusted = loan.reverseChargeOff(this.#today);
    this.statements.changed(loan, this.#today);
    if (isAdjusted) this.statements.changed(loan, this.#today);
  }

  /** What is planned for days of a hold up to today, the day of the change included, is left out for good. */
  #setHoldCode(loan: ReplayedLoan, code: HoldCode): void {
    const { number } = loan.agreed;
    const autopays = this.#autopaysOf(loan);
    const scheduled = this.payments.filter((one) => one.loan === number && one.state === 'scheduled');
    const held = this.#hold(number).set(code, [...autopays.map(({ terms }) => terms), ...scheduled]);
    for (const autopay of autopays) {
      if (held(autopay.terms)) autopay.skipThrough(this.#today, loan, this.#today);
    }
    for (const payment of scheduled) if (held(payment) && payment.payOn <= this.#today) payment.state = 'cancelled';
  }

  #setUp(terms: JournalAutopay): ReplayedAutopay {
    return new ReplayedAutopay(terms, this.#calendar, this.#loan(terms.loan), this.#today);
  }

  #delete(reference: string): void {
    const autopay = this.#activeAutopays().find(({ terms }) => terms.reference === reference);
    if (autopay) autopay.state = 'cancelled';
    else this.#scheduled(reference).state = 'cancelled';
  }

  #skip(reference: string, today: string): void {
    const autopay = this.#activeAutopays().find(({ terms }) => terms.reference === reference);
    if (!autopay) throw new Error(`The recurring payment ${reference} is not active`);
    autopay.step(this.#loan(autopay.terms.loan), today);
  }

  #payNow(payment: JournalPayment, outcome: 'posted' | 'declined', { today, pastCutoff }: DatedEvent): void {
    const made: ReplayedPayment = { ...payment, ...planned, state: outcome };
    this.payments.push(made);
    if (outcome === 'posted')
      this.#post(made, pastCutoff ? this.#calendar.bankingDayAfter(today) : this.#calendar.bankingDayFrom(today));
  }

  #post(payment: ReplayedPayment, fileOn: string): void {
    const loan = this.#loan(payment.loan);
    payment.state = 'posted';
    const { applied, again } = loan.pay(payment.amount, payment.principal, payment.payOn);
    payment.applied = applied;
    this.statements.paid(loan, applied, again);
    const total = payment.amount + payment.principal + payment.fee;
    if (payment.account === null) return this.bank.charge(total);
    payment.draft = { key: keyOf(payment), total, fileOn, account: this.#accountNow(payment.account) };
    this.bank.draw(payment.draft);
  }

  /** The account's number after the bank's corrections. */
  #accountNow(account: string): string {
    const corrected = this.#corrected.get(account);
    return corrected === undefined ? account : this.#accountNow(corrected);
  }

  /** Drafts before cards, scheduled before recurring payments, oldest day first. */
  #submitDue(through: string): void {
    for (const byCard of [false, true]) {
      const isOfKind = ({ account }: { readonly account: string | null }) => (account === null) === byCard;
      const scheduled = this.payments.filter((payment) => payment.state === 'scheduled' && isOfKind(payment));
      for (const payment of scheduled.toSorted((a, b) => (a.payOn < b.payOn ? -1 : a.payOn > b.payOn ? 1 : 0))) {
        if (payment.payOn <= through) this.#release(payment);
      }
      for (const autopay of this.autopays) {
        while (isOfKind(autopay.terms) && autopay.state === 'active' && autopay.runOn <= through) this.#run(autopay);
      }
    }
  }

  #release(payment: ReplayedPayment): void {
    const payoff = this.#loan(payment.loan).payoffOn(payment.payOn);
    if (payoff === 0n || this.#hold(payment.loan).pauses(payment)) {
      payment.state = 'cancelled';
      return;
    }
    Object.assign(payment, { amount: least(payment.amount, payoff) });
    this.#submit(payment);
  }

  #submit(payment: ReplayedPayment): void {
    const isBlocked = payment.account !== null && this.#blocked.has(this.#accountNow(payment.account));
    if (isBlocked || !payment.goodCard) payment.state = 'declined';
    else this.#post(payment, this.#calendar.bankingDayFrom(payment.payOn));
  }

  #run(autopay: ReplayedAutopay): void {
    const { terms, runOn: payOn, nextOn: occursOn } = autopay;
    const loan = this.#loan(terms.loan);
    if (loan.payoffOn(payOn) === 0n) {
      autopay.state = 'finished';
      return;
    }
    if (this.#hold(terms.loan).pauses(terms)) return autopay.skipThrough(this.#today, loan, payOn);
    const amounts = autopay.amounts(loan);
    autopay.step(loan, payOn);
    if (!amounts) return;
    const payment: ReplayedPayment = { ...terms, ...planned, payOn, ...amounts, occursOn };
    this.payments.push(payment);
    this.#submit(payment);
    this.#stopAfterFailures(payment);
  }

  /** Two failures in a row end a recurring payment. */
  #stopAfterFailures({ state, reference, occursOn }: ReplayedPayment): void {
    const autopay = this.#activeAutopays().find(({ terms }) => terms.reference === reference);
    if (!autopay || occursOn === null || state === 'posted') return;
    const newest = this.#paymentsOf(autopay).slice(-2);
    if (newest.length === 2 && newest.every(isFailed)) autopay.state = 'stopped';
  }

  #paymentsOf({ terms }: ReplayedAutopay): ReplayedPayment[] {
    return this.payments.filter((payment) => payment.reference === terms.reference && payment.occursOn !== null);
  }

  #close({ today, pastCutoff }: DatedEvent): void {
    const through = this.#calendar.isBankingDay(today) && pastCutoff ? today : plusDays(today, -1);
    for (
      let day = this.#calendar.bankingDayAfter(this.#closedThrough);
      day <= through;
      day = this.#calendar.bankingDayAfter(day)
    ) {
      this.#submitDue(day);
      this.bank.makeFile(day, today);
      this.bank.settle(day);
      for (const loan of this.loans.values()) this.#chargeLate(loan, day);
      this.bank.compare();
      this.#closedThrough = day;
    }
  }

  #chargeLate(loan: ReplayedLoan, on: string): void {
    const { number } = loan.agreed;
    const expected = this.#activeAutopays().find(
      (autopay) =>
        autopay.terms.loan === number &&
        !this.#hold(number).pauses(autopay.terms) &&
        autopay.runOn <= plusDays(on, EXPECTED_DAYS) &&
        !this.#paymentsOf(autopay).slice(-1).some(isFailed),
    );
    const spared = this.#hold(number).sparesLateCharges;
    for (const cents of loan.chargeLate(on, { expected: expected?.terms.amount ?? 0n, spared })) {
      this.charges.push({ loan: number, on, cents });
      this.statements.charged(loan, cents, on);
    }
  }

  #return(key: string, code: string, today: string): void {
    const payment = this.payments.find((one) => keyOf(one) === key && one.state === 'posted');
    if (!payment?.applied || !payment.draft) throw new Error(`The payment ${key} can't be returned`);
    const loan = this.#loan(payment.loan);
    if (blockingCodes.has(code)) this.#blocked.add(payment.draft.account);
    this.statements.returned(loan, payment.applied, today, loan.takeBack(payment.applied, today));
    if (loan.chargeOff.follow(loan.principal + loan.fees)) this.statements.changed(loan, today);
    this.bank.returned(payment.amount + payment.principal + payment.fee);
    payment.state = 'returned';
    this.#stopAfterFailures(payment);
  }
}

function isFailed({ state }: ReplayedPayment): boolean {
  return state === 'declined' || state === 'returned';
}
