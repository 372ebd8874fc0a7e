export type ImportFile = 'customers' | 'accounts' | 'loans';

export interface ImportProblem {
  readonly file: ImportFile;
  /** As an editor counts them; the header is line 1. */
  readonly line: number;
  /** Empty when the whole line is meant. */
  readonly column: string;
  readonly reason: string;
}

/** Enough to mend a file by; a file that is wrong throughout is not listed in full. */
const SHOWN = 100;

/** Counts every problem and keeps the first ones. */
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

  /** Problems that were counted elsewhere, of which the first are handed over. */
  addCounted(problems: readonly ImportProblem[], total: number): void {
    for (const problem of problems) this.add(problem);
    this.#total += total - problems.length;
  }
}

/** Ends an import, so that its transaction is rolled back; why stands in the problems. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
