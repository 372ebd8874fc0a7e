/** A rule of the house that a file breaks. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  /** What to do about it. */
  readonly mend: string;
}

export function formatViolation({ file, line, problem, mend }: Violation): string {
  return `${file}:${line}  ${problem}\n    → ${mend}`;
}
