import type { CounterEvent } from './journal.ts';
import type { ReplayedBank, ReplayedCredit } from './replayed-bank.ts';
import type { ReplayedLoan } from './replayed-loan.ts';
import { type Applied, type Debit, least } from './replayed-postings.ts';
import type { ReplayedPayment } from './replayed-payment.ts';
import type { ReplayedStatements } from './replayed-statements.ts';

interface Books {
  readonly bank: ReplayedBank;
  readonly statements: ReplayedStatements;
  loan(number: string): ReplayedLoan;
  posted(key: string): ReplayedPayment;
  /** The business day whose file takes what is made in the morning. */
  fileDayOf(today: string): string;
  /** An account's number after the bank's corrections. */
  accountNow(account: string): string;
}

interface Draw {
  readonly loan: ReplayedLoan;
  /** Null until it is owed. */
  debit: Debit | null;
  /** Null for a check. */
  readonly credit: ReplayedCredit | null;
}

/** Money that staff took in and gave back. */
export class ReplayedCounter {
  readonly #books: Books;
  readonly #received = new Map<
    string,
    { readonly loan: ReplayedLoan; readonly applied: Applied; readonly cents: bigint }
  >();
  readonly #checks = new Map<string, { readonly loan: ReplayedLoan; readonly cents: bigint }>();

  readonly #draws = new Map<string, Draw>();

  constructor(books: Books) {
    this.#books = books;
  }

  play(event: CounterEvent, today: string): void {
    const { bank, statements } = this.#books;
    switch (event.kind) {
      case 'received': {
        const loan = this.#books.loan(event.loan);
        const { applied, again } = loan.pay(event.amount, 0n, event.on);
        this.#received.set(event.id, { loan, applied, cents: event.amount });
        statements.paid(loan, applied, again);
        bank.cash += event.amount;
        return;
      }
      case 'receivedTakenBack': {
        const { loan, applied, cents } = known(this.#received, event.id);
        const again = loan.takeBack(applied, applied.on);
        statements.returned(loan, applied, applied.on, again);
        if (loan.chargeOff.follow(loan.principal + loan.fees)) statements.changed(loan, applied.on);
        bank.cash -= cents;
        return;
      }
      case 'refundedInPart':
        return this.#refundInPart(this.#books.posted(event.key), event.amount);
      case 'paidOut': {
        const loan = this.#books.loan(event.loan);
        this.#checks.set(event.id, { loan, cents: event.amount });
        loan.payOut(event.amount);
        statements.paidOut(loan, event.amount, today);
        bank.cash -= event.amount;
        return;
      }
      case 'payoutStopped': {
        const { loan, cents } = known(this.#checks, event.id);
        statements.payoutStopped(loan, cents, today, loan.stopPayout(cents, today));
        bank.cash += cents;
        return;
      }
      case 'drawn':
        return this.#draw(event, today);
      case 'drawStopped':
      case 'drawReturned': {
        const { loan, debit, credit } = known(this.#draws, event.id);
        if (credit && !debit) return bank.cancelCredit(credit);
        if (!debit) throw new Error(`The draw ${event.id} was not made`);
        statements.drawTakenBack(loan, debit.cents, today, loan.takeBackDraw(debit, today));
        bank.cash += debit.cents;
      }
    }
  }

  #draw({ id, loan: number, amount, account }: CounterEvent & { readonly kind: 'drawn' }, today: string): void {
    const { bank, fileDayOf, accountNow } = this.#books;
    const loan = this.#books.loan(number);
    if (account === null) {
      this.#draws.set(id, { loan, credit: null, debit: this.#lend(loan, amount, today) });
      bank.cash -= amount;
      return;
    }
    const sent = { key: id, total: amount, fileOn: fileDayOf(today), loan: number, isHeld: false };
    const credit = { ...sent, account: accountNow(account) };
    this.#draws.set(id, { loan, credit, debit: null });
    bank.send(credit);
  }

  /** It is owed, and earns interest, from the day it leaves with a file. */
  leaves(credit: ReplayedCredit, today: string): void {
    const draw = known(this.#draws, credit.key);
    draw.debit = this.#lend(draw.loan, credit.total, today);
  }

  #lend(loan: ReplayedLoan, cents: bigint, today: string): Debit {
    const debit = loan.draw(cents, today);
    this.#books.statements.drawn(loan, cents, today);
    return debit;
  }

  /** First what went to principal alone, then the payment, and the fee last; the rest counts from its own day. */
  #refundInPart(payment: ReplayedPayment, cents: bigint): void {
    const { applied: before, left } = payment;
    if (!before) throw new Error(`The payment ${payment.reference} was not applied`);
    const loan = this.#books.loan(payment.loan);
    const ofPrincipal = least(cents, left.principal);
    const ofAmount = least(cents - ofPrincipal, left.amount);
    payment.left = {
      principal: left.principal - ofPrincipal,
      amount: left.amount - ofAmount,
      fee: left.fee - (cents - ofPrincipal - ofAmount),
    };
    const { statements, bank } = this.#books;
    statements.returned(loan, before, before.on, loan.takeBack(before, before.on));
    const { applied, again } = loan.pay(payment.left.amount, payment.left.principal, before.on, before.order);
    statements.paid(loan, applied, again);
    payment.applied = applied;
    bank.refundCard(cents, payment.chargedAfter);
  }
}

function known<Value>(map: ReadonlyMap<string, Value>, id: string): Value {
  const value = map.get(id);
  if (value === undefined) throw new Error(`The replay doesn't know ${id}`);
  return value;
}
