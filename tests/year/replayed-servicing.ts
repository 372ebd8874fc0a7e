import type { HoldCode, ServicingEvent } from './journal.ts';
import type { ReplayedAutopay } from './replayed-autopay.ts';
import type { ReplayedHold } from './replayed-hold.ts';
import type { ReplayedLoan } from './replayed-loan.ts';
import type { ReplayedPayment } from './replayed-payment.ts';
import type { ReplayedStatements } from './replayed-statements.ts';

interface Books {
  readonly statements: ReplayedStatements;
  loan(number: string): ReplayedLoan;
  hold(number: string): ReplayedHold;
  autopaysOf(number: string): readonly ReplayedAutopay[];
  scheduledOf(number: string): readonly ReplayedPayment[];
}

/** What staff changed on loans, and what that does to planned payments. */
export class ReplayedServicing {
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  play(event: ServicingEvent, today: string): void {
    const loan = this.#books.loan(event.loan);
    if (event.kind === 'holdCodeSet') return this.#setHoldCode(loan, event.code, today);
    this.#change(event, loan, today);
    this.#books.statements.changed(loan, today);
  }

  #change(event: Exclude<ServicingEvent, { readonly kind: 'holdCodeSet' }>, loan: ReplayedLoan, today: string): void {
    const { statements, autopaysOf, scheduledOf } = this.#books;
    const autopays = autopaysOf(event.loan);
    switch (event.kind) {
      case 'deferred':
        loan.deferOldest(event.installments);
        for (const autopay of autopays) autopay.defer(loan.dueDay(loan.oldest));
        return;
      case 'dueDayMoved': {
        const before = loan.upcomingDueDays(today);
        loan.moveDueDay(event.dueDay);
        for (const autopay of autopays) autopay.follow(before, loan.upcomingDueDays(today));
        return;
      }
      case 'rateChanged':
        return loan.changeRate(event.agreed, today);
      case 'chargedOff':
        loan.beginChargeOff(today);
        for (const autopay of autopays) autopay.state = 'cancelled';
        for (const payment of scheduledOf(event.loan)) payment.state = 'cancelled';
        return;
      case 'chargeOffReversed':
        if (loan.reverseChargeOff(today)) statements.changed(loan, today);
    }
  }

  /** What is planned for days of a hold up to today, the day of the change included, is left out for good. */
  #setHoldCode(loan: ReplayedLoan, code: HoldCode, today: string): void {
    const { number } = loan.agreed;
    const autopays = this.#books.autopaysOf(number);
    const scheduled = this.#books.scheduledOf(number);
    const hold = this.#books.hold(number);
    const held = hold.set(code, [...autopays.map(({ terms }) => terms), ...scheduled]);
    for (const autopay of autopays) {
      if (!held(autopay.terms)) continue;
      autopay.skipThrough(today, loan, today);
      if (!hold.stops(autopay.terms)) autopay.resume(today);
    }
    for (const payment of scheduled) if (held(payment) && payment.payOn <= today) payment.state = 'cancelled';
  }
}
