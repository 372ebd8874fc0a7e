import type { BankingCalendar } from './calendar.ts';

export interface ReplayedEntry {
  readonly key: string;
  /** With fees. */
  readonly total: bigint;
  /** The business day whose file takes it. */
  readonly fileOn: string;
  account: string;
}

export interface ReplayedFile {
  readonly businessOn: string;
  readonly effectiveOn: string;
  readonly entries: readonly Readonly<ReplayedEntry>[];
}

/** Bank files and the money between clearing and cash. */
export class ReplayedBank {
  readonly files: ReplayedFile[] = [];
  achClearing = 0n;
  cardClearing = 0n;
  cash = 0n;
  readonly #calendar: BankingCalendar;
  readonly #waiting = new Set<ReplayedEntry>();
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
    for (const entry of this.#waiting) if (entry.account === from) entry.account = to;
  }

  makeFile(businessOn: string, today: string): void {
    const entries = [...this.#waiting].filter(({ fileOn }) => fileOn <= businessOn);
    if (entries.length === 0) return;
    for (const entry of entries) this.#waiting.delete(entry);
    const effectiveOn = this.#calendar.bankingDayAfter(today > businessOn ? today : businessOn);
    const file = { businessOn, effectiveOn, entries };
    this.files.push(file);
    this.#unsettledFiles.add(file);
  }

  settle(businessOn: string): void {
    for (const file of this.#unsettledFiles) {
      if (file.effectiveOn > businessOn) continue;
      this.#unsettledFiles.delete(file);
      const total = file.entries.reduce((sum, entry) => sum + entry.total, 0n);
      this.cash += total;
      this.achClearing -= total;
    }
    const settled = this.#payingOut - this.#takingBack;
    this.cash += settled;
    this.cardClearing -= settled;
    this.#payingOut = 0n;
    this.#takingBack = 0n;
  }

  compare(): void {
    this.#payingOut += this.#uncompared;
    this.#uncompared = 0n;
    this.#comparisons += 1;
  }
}
