import type { BankingCalendar } from './calendar.ts';

export interface ReplayedEntry {
  readonly key: string;
  /** With fees. */
  readonly total: bigint;
  /** The business day whose file takes it. */
  readonly fileOn: string;
  account: string;
}

/** Money that the next file sends to a customer. */
export interface ReplayedCredit extends ReplayedEntry {
  readonly loan: string;
  /** The line owes it from the day it leaves; an overpayment has left the loan before. */
  readonly isDraw: boolean;
  isHeld: boolean;
}

interface Leaving {
  /** A bank has refused the account. */
  isBlocked(account: string): boolean;
  isHeld(credit: ReplayedCredit): boolean;
  leaves(credit: ReplayedCredit): void;
}

export interface ReplayedFile {
  readonly businessOn: string;
  readonly effectiveOn: string;
  readonly entries: readonly Readonly<ReplayedEntry>[];
  readonly credits: readonly Readonly<ReplayedCredit>[];
}

/** Bank files and the money between clearing and cash. */
export class ReplayedBank {
  readonly files: ReplayedFile[] = [];
  achClearing = 0n;
  cardClearing = 0n;
  cash = 0n;
  readonly #calendar: BankingCalendar;
  readonly #waiting = new Set<ReplayedEntry>();
  readonly #waitingCredits = new Set<ReplayedCredit>();
  /** How many credits were on hold when a business day was compared. */
  readonly heldOn = new Map<string, number>();
  readonly #unsettledFiles = new Set<ReplayedFile>();
  /** Card charges since the last comparison, and the compared ones that the processor pays out next. */
  #uncompared = 0n;
  #payingOut = 0n;
  #takingBack = 0n;
  #comparisons = 0;

  constructor(calendar: BankingCalendar) {
    this.#calendar = calendar;
  }

  draw(entry: ReplayedEntry): void {
    this.#waiting.add(entry);
    this.achClearing += entry.total;
  }

  send(credit: ReplayedCredit): void {
    this.#waitingCredits.add(credit);
  }

  /** One that hasn't left. */
  cancelCredit(credit: ReplayedCredit): void {
    this.#waitingCredits.delete(credit);
  }

  /** @returns how many comparisons there were before it */
  charge(total: bigint): number {
    this.cardClearing += total;
    this.#uncompared += total;
    return this.#comparisons;
  }

  /** The processor pays out what it has compared, and takes a refund back from that. */
  refundCard(cents: bigint, chargedAfter: number): void {
    this.cardClearing -= cents;
    if (this.#comparisons > chargedAfter) this.#takingBack += cents;
    else this.#uncompared -= cents;
  }

  returned(total: bigint): void {
    // The reversal takes the draft out of clearing; the settlement of the return brings the money there from cash.
    this.cash -= total;
  }

  /** The bank's correction reaches drafts that haven't left. */
  correct(from: string, to: string): void {
    for (const entry of [...this.#waiting, ...this.#waitingCredits]) if (entry.account === from) entry.account = to;
  }

  /** Credits are owed from the day they leave. */
  makeFile(businessOn: string, today: string, { isBlocked, isHeld, leaves }: Leaving): void {
    const due = [...this.#waiting].filter(({ fileOn }) => fileOn <= businessOn);
    const entries = due.filter(({ account }) => !isBlocked(account));
    // Staff never decide on the others.
    for (const entry of due) this.#waiting.delete(entry);
    for (const credit of this.#waitingCredits) credit.isHeld = isHeld(credit);
    const credits: ReplayedCredit[] = [];
    for (const credit of this.#waitingCredits) {
      if (credit.isHeld || credit.fileOn > businessOn) continue;
      // Another one may have taken the rest of the limit.
      credit.isHeld = credit.isDraw && isHeld(credit);
      if (credit.isHeld) continue;
      leaves(credit);
      credits.push(credit);
    }
    if (entries.length + credits.length === 0) return;
    for (const credit of credits) this.#waitingCredits.delete(credit);
    const effectiveOn = this.#calendar.bankingDayAfter(today > businessOn ? today : businessOn);
    const file = { businessOn, effectiveOn, entries, credits };
    this.files.push(file);
    this.#unsettledFiles.add(file);
  }

  settle(businessOn: string): void {
    for (const file of this.#unsettledFiles) {
      if (file.effectiveOn > businessOn) continue;
      this.#unsettledFiles.delete(file);
      const sumOf = (some: readonly Readonly<ReplayedEntry>[]) => some.reduce((sum, { total }) => sum + total, 0n);
      const total = sumOf(file.entries) - sumOf(file.credits);
      this.cash += total;
      this.achClearing -= total;
    }
    const settled = this.#payingOut - this.#takingBack;
    this.cash += settled;
    this.cardClearing -= settled;
    this.#payingOut = 0n;
    this.#takingBack = 0n;
  }

  compare(businessOn: string): void {
    this.heldOn.set(businessOn, [...this.#waitingCredits].filter(({ isHeld }) => isHeld).length);
    this.#payingOut += this.#uncompared;
    this.#uncompared = 0n;
    this.#comparisons += 1;
  }
}
