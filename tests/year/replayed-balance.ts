import { Fraction } from './fraction.ts';
import type { ReplayedAgreement } from './replayed-agreement.ts';

const DAYS_AND_PPM = 365n * 1_000_000n;

interface Move {
  readonly from: string;
  readonly cents: bigint;
}

/** Principal and interest: exact days times principal at the rate of each day. */
export class ReplayedBalance {
  readonly #agreement: ReplayedAgreement;
  /** Every change of principal with the day it counts from. */
  readonly #moves: Move[];
  /** Interest posted; a reversal lowers it. */
  #interestPaid: bigint;
  /** Of the newest posting. */
  #lastOn: string;

  constructor(agreement: ReplayedAgreement, moves: readonly Move[], lastOn: string, interestPaid = 0n) {
    this.#agreement = agreement;
    this.#moves = [...moves];
    this.#lastOn = lastOn;
    this.#interestPaid = interestPaid;
  }

  copy(): ReplayedBalance {
    return new ReplayedBalance(this.#agreement, this.#moves, this.#lastOn, this.#interestPaid);
  }

  get lastOn(): string {
    return this.#lastOn;
  }

  /** Something is posted on this day, so no interest of earlier days is told any more. */
  post(on: string): void {
    if (on > this.#lastOn) this.#lastOn = on;
  }

  get principal(): bigint {
    return this.#moves.reduce((sum, { cents }) => sum + cents, 0n);
  }

  /** Unpaid interest in whole cents, as it would be posted; never for a day before the newest posting. */
  interestOn(day: string): bigint {
    const rounded = this.#exactInterest(day > this.#lastOn ? day : this.#lastOn).round();
    return rounded > 0n ? rounded : 0n;
  }

  #exactInterest(through: string): Fraction {
    const earned = this.#moves.reduce((sum, { from, cents }) => sum + cents * this.#agreement.rates(from, through), 0n);
    return new Fraction(earned, DAYS_AND_PPM).plus(new Fraction(-this.#interestPaid));
  }

  /** Negative amounts take a payment back. */
  pay(principal: bigint, interest: bigint, countsFrom: string): void {
    this.#moves.push({ from: countsFrom, cents: -principal });
    this.#interestPaid += interest;
  }
}
