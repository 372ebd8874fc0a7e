/** A violation of a rule in docs/map.md. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  readonly mend: string;
}

export function formatViolation({ file, line, problem, mend }: Violation): string {
  return `${file}:${line}  ${problem}\n    → ${mend}`;
}
