import type { Paid, ReplayedLoan } from './replayed-loan.ts';
import type { Applied, AppliedAgain } from './replayed-postings.ts';

interface Entry {
  readonly effectiveOn: string;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly other: bigint;
}

interface Standing {
  readonly principal: bigint;
  readonly interest: bigint;
  readonly fees: bigint;
}

export interface ReplayedStatement {
  readonly loan: string;
  /** `2027-07`. */
  readonly month: string;
  readonly opening: Standing;
  readonly closing: Standing;
  readonly entries: readonly Entry[];
  readonly interestEarned: bigint;
  readonly due: {
    readonly dueOn: string;
    readonly pastDue: bigint;
    readonly installment: bigint;
    readonly total: bigint;
  } | null;
}

/** Monthly statements recomputed as the year goes by, while the product computes them backward from the end. */
export class ReplayedStatements {
  readonly made: ReplayedStatement[] = [];
  readonly #opening = new Map<string, Standing>();
  readonly #entries = new Map<string, Entry[]>();

  open(loan: ReplayedLoan): void {
    this.#opening.set(loan.agreed.number, standingOn(loan, loan.agreed.openedOn));
    this.#entries.set(loan.agreed.number, []);
  }

  /** Payments that pay something else since are listed as taken back, and again as they are now. */
  paid(loan: ReplayedLoan, { applied, again, adjusted }: Paid): void {
    this.#takenToApplyAgain(loan, again);
    this.#applied(loan, applied);
    for (const { after } of again) this.#applied(loan, after);
    if (adjusted) this.changed(loan, applied.on);
  }

  returned(loan: ReplayedLoan, applied: Applied, on: string, again: readonly AppliedAgain[]): void {
    this.#takenBack(loan, applied, on);
    this.#appliedAgain(loan, again);
  }

  /** Money left over that went back to the customer. */
  paidOut(loan: ReplayedLoan, cents: bigint, on: string): void {
    this.#add(loan, { effectiveOn: on, principal: 0n, interest: 0n, other: -cents });
  }

  /** The check never reached the customer. */
  payoutStopped(loan: ReplayedLoan, cents: bigint, on: string, again: readonly AppliedAgain[]): void {
    this.#add(loan, { effectiveOn: on, principal: 0n, interest: 0n, other: cents });
    this.#appliedAgain(loan, again);
  }

  drawn(loan: ReplayedLoan, cents: bigint, on: string): void {
    this.#add(loan, { effectiveOn: on, principal: -cents, interest: 0n, other: 0n });
  }

  drawTakenBack(loan: ReplayedLoan, cents: bigint, on: string, again: readonly AppliedAgain[]): void {
    this.drawn(loan, -cents, on);
    this.#appliedAgain(loan, again);
  }

  #appliedAgain(loan: ReplayedLoan, again: readonly AppliedAgain[]): void {
    this.#takenToApplyAgain(loan, again);
    for (const { after } of again) this.#applied(loan, after);
  }

  #takenToApplyAgain(loan: ReplayedLoan, again: readonly AppliedAgain[]): void {
    for (const { before } of again.toReversed()) this.#takenBack(loan, before, before.on);
  }

  #applied(loan: ReplayedLoan, { fees, interest, principal, overpaid, on }: Applied): void {
    this.#addPayment(loan, { effectiveOn: on, principal, interest, other: fees + overpaid });
  }

  #takenBack(loan: ReplayedLoan, { fees, interest, principal, overpaid }: Applied, on: string): void {
    this.#addPayment(loan, { effectiveOn: on, principal: -principal, interest: -interest, other: -fees - overpaid });
  }

  charged(loan: ReplayedLoan, cents: bigint, on: string): void {
    this.#add(loan, { effectiveOn: on, principal: 0n, interest: 0n, other: -cents });
  }

  /** What staff changed is listed, though it moves nothing. */
  changed(loan: ReplayedLoan, on: string): void {
    this.#add(loan, { effectiveOn: on, principal: 0n, interest: 0n, other: 0n });
  }

  /** Of a payment of which only the fee is left, the loan has no entry. */
  #addPayment(loan: ReplayedLoan, entry: Entry): void {
    if (entry.principal !== 0n || entry.interest !== 0n || entry.other !== 0n) this.#add(loan, entry);
  }

  #add(loan: ReplayedLoan, entry: Entry): void {
    this.#entries.get(loan.agreed.number)?.push(entry);
  }

  /** @param through the last day of the month */
  endMonth(loan: ReplayedLoan, through: string): void {
    const { number } = loan.agreed;
    const opening = this.#opening.get(number) ?? { principal: 0n, interest: 0n, fees: 0n };
    const closing = standingOn(loan, through);
    const entries = this.#entries.get(number) ?? [];
    const paid = entries.reduce((sum, { interest }) => sum + interest, 0n);
    const interestEarned = closing.interest - opening.interest + paid;
    const month = through.slice(0, 7);
    this.made.push({ loan: number, month, opening, closing, entries, interestEarned, due: amountsDue(loan, through) });
    this.#opening.set(number, closing);
    this.#entries.set(number, []);
  }
}

function standingOn(loan: ReplayedLoan, day: string): Standing {
  return { principal: loan.principal, interest: loan.interestOn(day), fees: loan.fees };
}

function amountsDue(loan: ReplayedLoan, through: string): ReplayedStatement['due'] {
  const oldest = loan.dueOn;
  if (oldest === null) return null;
  let index = loan.oldest;
  while (loan.dueDay(index) <= through) index += 1;
  const dueOn = loan.dueDay(index);
  const total = loan.amountDueOn(dueOn);
  const late = loan.amountDueOn(through) - loan.fees;
  const pastDue = oldest <= through && late > 0n ? late : 0n;
  return { dueOn, pastDue, installment: total - loan.fees - pastDue, total };
}
