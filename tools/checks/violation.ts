/** A violation of a rule in docs/map.md. */
export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  readonly fix: string;
}

export function formatViolation({ file, line, problem, fix }: Violation): string {
  return `${file}:${line}  ${problem}\n    → ${fix}`;
}
