import { type BankingCalendar, plusDays } from './calendar.ts';
import type { AgreedLoan, DatedEvent, JournalAutopay, JournalPayment } from './journal.ts';
import { ReplayedAutopay } from './replayed-autopay.ts';
import { ReplayedBank } from './replayed-bank.ts';
import { ReplayedCounter } from './replayed-counter.ts';
import { ReplayedHold } from './replayed-hold.ts';
import { ReplayedLoan } from './replayed-loan.ts';
import { keyOf, type ReplayedPayment } from './replayed-payment.ts';
import { greatest, least, Sequence } from './replayed-postings.ts';
import { ReplayedServicing } from './replayed-servicing.ts';
import { ReplayedStatements } from './replayed-statements.ts';

export interface ReplayedCharge {
  readonly loan: string;
  readonly on: string;
  readonly cents: bigint;
}

const nothing = { amount: 0n, principal: 0n, fee: 0n };

const planned = {
  state: 'scheduled',
  applied: null,
  draft: null,
  occursOn: null,
  left: nothing,
  chargedAfter: 0,
} as const;

/** What a recurring payment that draws the total due covers. */
const EVERYTHING = 1_000_000_000n;

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
  readonly #counter: ReplayedCounter;
  readonly #servicing: ReplayedServicing;
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
    this.#counter = new ReplayedCounter({
      bank: this.bank,
      statements: this.statements,
      loan: (number) => this.#loan(number),
      posted: (key) => this.#posted(key),
      fileDayOf: (today) => calendar.bankingDayFrom(today),
      accountNow: (account) => this.#accountNow(account),
    });
    this.#servicing = new ReplayedServicing({
      statements: this.statements,
      loan: (number) => this.#loan(number),
      hold: (number) => this.#hold(number),
      autopaysOf: (number) => this.#activeAutopays().filter(({ terms }) => terms.loan === number),
      scheduledOf: (number) => this.payments.filter(({ loan, state }) => loan === number && state === 'scheduled'),
    });
    const sequence = new Sequence();
    this.loans = new Map(loans.map((agreed) => [agreed.number, new ReplayedLoan(agreed, sequence)]));
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
        this.payments.push({ ...event.payment, ...planned, place: event.payment.loan });
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
      case 'dueDayMoved':
      case 'rateChanged':
      case 'chargedOff':
      case 'chargeOffReversed':
      case 'holdCodeSet':
        return this.#servicing.play(event, event.today);
      case 'received':
      case 'receivedTakenBack':
      case 'refundedInPart':
      case 'paidOut':
      case 'payoutStopped':
      case 'drawn':
      case 'drawStopped':
      case 'drawReturned':
      case 'payoutReturned':
      case 'moved':
        return this.#counter.play(event, event.today);
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

  #posted(key: string): ReplayedPayment {
    const found = this.payments.find((payment) => keyOf(payment) === key && payment.state === 'posted');
    if (!found) throw new Error(`The payment ${key} is not posted`);
    return found;
  }

  #activeAutopays(): ReplayedAutopay[] {
    return this.autopays.filter(({ state }) => state === 'active');
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
    const made: ReplayedPayment = { ...payment, ...planned, place: payment.loan, state: outcome };
    this.payments.push(made);
    if (outcome === 'posted')
      this.#post(made, pastCutoff ? this.#calendar.bankingDayAfter(today) : this.#calendar.bankingDayFrom(today));
  }

  #post(payment: ReplayedPayment, fileOn: string): void {
    const loan = this.#loan(payment.loan);
    payment.state = 'posted';
    const paid = loan.pay(payment.amount, payment.principal, { id: keyOf(payment), on: payment.payOn });
    payment.applied = paid.applied;
    payment.left = { amount: payment.amount, principal: payment.principal, fee: payment.fee };
    this.statements.paid(loan, paid);
    const total = payment.amount + payment.principal + payment.fee;
    if (payment.account === null) {
      payment.chargedAfter = this.bank.charge(total);
      return;
    }
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
    // A line of credit that owes nothing may be drawn on again.
    if (loan.payoffOn(payOn) === 0n && loan.agreed.limit === null) {
      autopay.state = 'finished';
      return;
    }
    if (this.#hold(terms.loan).pauses(terms)) return autopay.skipThrough(this.#today, loan, payOn);
    if (autopay.announceAnew(loan, this.#today)) return;
    const amounts = autopay.amounts(loan);
    autopay.step(loan, payOn);
    if (!amounts) return;
    const payment: ReplayedPayment = { ...terms, ...planned, place: terms.loan, payOn, ...amounts, occursOn };
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
      this.bank.makeFile(day, today, {
        isBlocked: (account) => this.#blocked.has(this.#accountNow(account)),
        isHeld: (credit) => {
          const { loan, total, isDraw } = credit;
          if (!isDraw) return this.#counter.isDoubtful(credit, today);
          return this.#hold(loan).isOn || total > this.#loan(loan).available;
        },
        leaves: (credit) => this.#counter.leaves(credit, today),
      });
      this.bank.settle(day);
      for (const loan of this.loans.values()) this.#chargeLate(loan, day);
      this.bank.compare(day);
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
    // What was left over covers a late installment too.
    const drawn = expected?.terms.varies === true ? EVERYTHING : (expected?.terms.amount ?? 0n);
    const covered = greatest(drawn, loan.kept);
    for (const cents of loan.chargeLate(on, { expected: covered, spared })) {
      this.charges.push({ loan: number, on, cents });
      this.statements.charged(loan, cents, on);
    }
  }

  #return(key: string, code: string, today: string): void {
    const payment = this.#posted(key);
    if (!payment.applied || !payment.draft) throw new Error(`The payment ${key} can't be returned`);
    const loan = this.#loan(payment.place);
    if (blockingCodes.has(code)) this.#blocked.add(payment.draft.account);
    this.statements.returned(loan, payment.applied, today, loan.takeBack(payment.applied, today));
    if (loan.adjustWriteOff()) this.statements.changed(loan, today);
    this.bank.returned(payment.amount + payment.principal + payment.fee);
    payment.state = 'returned';
    this.#stopAfterFailures(payment);
  }
}

function isFailed({ state }: ReplayedPayment): boolean {
  return state === 'declined' || state === 'returned';
}
