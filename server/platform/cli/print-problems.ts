import type { ImportProblem } from '#server/platform/import/import-problems.ts';

/** @param lines the first ones; `total` counts all */
export function printProblems(lines: readonly ImportProblem[], total: number): void {
  for (const { file, line, column, reason } of lines) {
    console.error(`${file} line ${line}: ${column ? `${column} ${reason}` : `the line ${reason}`}`);
  }
  if (total > lines.length) console.error(`… and ${total - lines.length} more`);
}
