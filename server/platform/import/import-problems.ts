export interface ImportProblem {
  /** Such as `customers`. */
  readonly file: string;
  /** Counted as in an editor; the header is line 1. */
  readonly line: number;
  /** Empty if the problem concerns the whole line. */
  readonly column: string;
  readonly reason: string;
}

/** Enough to correct a file; one that is wrong throughout isn't listed in full. */
const SHOWN = 100;

export class ImportProblems {
  #total = 0;
  readonly #shown: ImportProblem[] = [];

  get total(): number {
    return this.#total;
  }

  get shown(): readonly ImportProblem[] {
    return this.#shown;
  }

  add(problem: ImportProblem): void {
    this.#total += 1;
    if (this.#shown.length < SHOWN) this.#shown.push(problem);
  }

  /**
   * Adds problems that were counted elsewhere.
   * @param problems the first ones; `total` counts all
   */
  addCounted(problems: readonly ImportProblem[], total: number): void {
    for (const problem of problems) this.add(problem);
    this.#total += total - problems.length;
  }
}

/** Rolls the import's transaction back; the reasons are in the problems. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
