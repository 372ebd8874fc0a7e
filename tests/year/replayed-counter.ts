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

interface Payout {
  readonly loan: ReplayedLoan;
  readonly cents: bigint;
  /** Null for a check. */
  readonly credit: ReplayedCredit | null;
}

type Sent = CounterEvent & { readonly kind: 'paidOut' | 'drawn' };

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
  readonly #payouts = new Map<string, Payout>();
  readonly #draws = new Map<string, Draw>();

  constructor(books: Books) {
    this.#books = books;
  }

  play(event: CounterEvent, today: string): void {
    const { bank, statements } = this.#books;
    switch (event.kind) {
      case 'received': {
        const loan = this.#books.loan(event.loan);
        const paid = loan.pay(event.amount, 0n, { id: event.id, on: event.on });
        this.#received.set(event.id, { loan, applied: paid.applied, cents: event.amount });
        statements.paid(loan, paid);
        bank.cash += event.amount;
        return;
      }
      case 'receivedTakenBack': {
        const { loan, applied, cents } = known(this.#received, event.id);
        this.#takeBack(loan, applied);
        bank.cash -= cents;
        return;
      }
      case 'refundedInPart':
        return this.#refundInPart(this.#books.posted(event.key), event.amount);
      case 'paidOut':
        return this.#payOut(event, today);
      case 'payoutStopped':
      case 'payoutReturned': {
        const { loan, cents, credit } = known(this.#payouts, event.id);
        statements.payoutStopped(loan, cents, today, loan.stopPayout(cents, today));
        if (loan.adjustWriteOff()) statements.changed(loan, today);
        if (credit && event.kind === 'payoutStopped') {
          bank.cancelCredit(credit);
          bank.achClearing += cents;
        } else bank.cash += cents;
        return;
      }
      case 'moved':
        return 'payment' in event.what
          ? this.#movePayment(this.#books.posted(event.what.payment), this.#books.loan(event.to))
          : this.#moveReceived(event.what.received, this.#books.loan(event.to));
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

  #draw({ id, loan: number, amount, account }: Sent, today: string): void {
    const { bank, fileDayOf, accountNow } = this.#books;
    const loan = this.#books.loan(number);
    if (account === null) {
      this.#draws.set(id, { loan, credit: null, debit: this.#lend(loan, amount, today) });
      bank.cash -= amount;
      return;
    }
    const sent = { key: id, total: amount, fileOn: fileDayOf(today), loan: number, isDraw: true, isHeld: false };
    const credit = { ...sent, account: accountNow(account) };
    this.#draws.set(id, { loan, credit, debit: null });
    bank.send(credit);
  }

  #payOut({ id, loan: number, amount, account }: Sent, today: string): void {
    const { bank, statements, fileDayOf, accountNow } = this.#books;
    const loan = this.#books.loan(number);
    const sent = { key: id, total: amount, fileOn: fileDayOf(today), loan: number, isDraw: false, isHeld: false };
    const credit = account === null ? null : { ...sent, account: accountNow(account) };
    this.#payouts.set(id, { loan, cents: amount, credit });
    loan.payOut(amount);
    statements.paidOut(loan, amount, today);
    if (!credit) return void (bank.cash -= amount);
    bank.achClearing -= amount;
    bank.send(credit);
  }

  /** Money isn't sent back while more went out of the loan than came, or it would pay what is owed since. */
  isDoubtful({ key }: ReplayedCredit, today: string): boolean {
    const { loan, cents } = known(this.#payouts, key);
    return loan.kept < 0n || (loan.payoffOn(today) > 0n && loan.wouldPay(cents));
  }

  /** As if it had never been on the loan. */
  #takeBack(loan: ReplayedLoan, applied: Applied): void {
    const { statements } = this.#books;
    statements.returned(loan, applied, applied.on, loan.takeBack(applied, applied.on));
    if (loan.adjustWriteOff()) statements.changed(loan, applied.on);
  }

  #movePayment(payment: ReplayedPayment, to: ReplayedLoan): void {
    const { applied, left } = payment;
    if (!applied) throw new Error(`The payment ${payment.reference} was not applied`);
    this.#takeBack(this.#books.loan(payment.place), applied);
    payment.place = to.agreed.number;
    const paid = to.pay(left.amount, left.principal, applied);
    payment.applied = paid.applied;
    this.#books.statements.paid(to, paid);
  }

  #moveReceived(id: string, to: ReplayedLoan): void {
    const { loan, applied, cents } = known(this.#received, id);
    this.#takeBack(loan, applied);
    const paid = to.pay(cents, 0n, applied);
    this.#received.set(id, { loan: to, applied: paid.applied, cents });
    this.#books.statements.paid(to, paid);
  }

  /** It is owed, and earns interest, from the day it leaves with a file. */
  leaves(credit: ReplayedCredit, today: string): void {
    if (!credit.isDraw) return;
    this.#books.bank.achClearing -= credit.total;
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
    const loan = this.#books.loan(payment.place);
    const ofPrincipal = least(cents, left.principal);
    const ofAmount = least(cents - ofPrincipal, left.amount);
    payment.left = {
      principal: left.principal - ofPrincipal,
      amount: left.amount - ofAmount,
      fee: left.fee - (cents - ofPrincipal - ofAmount),
    };
    const { statements, bank } = this.#books;
    statements.returned(loan, before, before.on, loan.takeBack(before, before.on));
    const paid = loan.pay(payment.left.amount, payment.left.principal, before);
    statements.paid(loan, paid);
    payment.applied = paid.applied;
    if (loan.adjustWriteOff()) statements.changed(loan, before.on);
    bank.refundCard(cents, payment.chargedAfter);
  }
}

function known<Value>(map: ReadonlyMap<string, Value>, id: string): Value {
  const value = map.get(id);
  if (value === undefined) throw new Error(`The replay doesn't know ${id}`);
  return value;
}
