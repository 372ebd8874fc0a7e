import type { Cents } from '#common/core/money.ts';
import type { ImportProblem } from '#server/platform/import/import-problems.ts';

/** A balance of the books that a file changes. */
export interface Difference {
  readonly accountNumber: string;
  readonly figure: 'balance' | 'principal' | 'late charges' | 'other fees';
  readonly beforeCents: Cents;
  readonly afterCents: Cents;
}

export interface UpdateReport {
  readonly problemCount: number;
  readonly problems: readonly ImportProblem[];
  /** Accounts whose figures the files gave. */
  readonly updated: number;
  readonly changed: number;
  /** Differences of the first accounts. */
  readonly differences: readonly Difference[];
  /** In the files, but not on the books. */
  readonly unknown: readonly string[];
  /** Charged off on the books: a file's balances and rate would leave their entries without what they are about. */
  readonly chargedOff: readonly string[];
  readonly chargedOffCount: number;
  /** On the books and not closed, but not in the files; left as they are. */
  readonly leftOut: readonly string[];
  readonly leftOutCount: number;
  /** Why nothing was written although the files are readable. */
  readonly stopped: readonly string[];
}

const SHOWN = 100;

/** Collects what an update finds. */
export class UpdateFindings {
  readonly #changed = new Set<string>();
  readonly #updated = new Set<string>();
  readonly #chargedOff = new Set<string>();
  readonly differences: Difference[] = [];
  readonly unknown: string[] = [];
  leftOut: readonly string[] = [];
  leftOutCount = 0;

  get changed(): number {
    return this.#changed.size;
  }

  get updated(): number {
    return this.#updated.size;
  }

  get chargedOff(): readonly string[] {
    return [...this.#chargedOff].slice(0, SHOWN);
  }

  get chargedOffCount(): number {
    return this.#chargedOff.size;
  }

  addChargedOff(accountNumber: string): void {
    this.#chargedOff.add(accountNumber);
  }

  addUpdated(accountNumber: string): void {
    this.#updated.add(accountNumber);
  }

  addUnknown(accountNumber: string): void {
    if (this.unknown.length < SHOWN && !this.unknown.includes(accountNumber)) this.unknown.push(accountNumber);
  }

  /** Remembers the figures that differ. */
  compare(accountNumber: string, figures: readonly Omit<Difference, 'accountNumber'>[]): void {
    for (const figure of figures) {
      if (figure.beforeCents === figure.afterCents) continue;
      this.#changed.add(accountNumber);
      if (this.differences.length < SHOWN) this.differences.push({ accountNumber, ...figure });
    }
  }

  addLeftOut({ accountNumbers, total }: { readonly accountNumbers: readonly string[]; readonly total: number }): void {
    this.leftOut = [...new Set([...this.leftOut, ...accountNumbers])].slice(0, SHOWN);
    this.leftOutCount = Math.max(this.leftOutCount, total);
  }
}
