import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

interface Reach {
  readonly start: string;
  /** Only files below this folder count. */
  readonly within: string;
  readonly expected: number;
}

/** Returns a violation unless a flow enters exactly as many files as expected: its first, and those it imports at run time. */
export function checkReach(files: readonly SourceFile[], { start, within, expected }: Reach): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set([start]);
  for (const path of reached) {
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (!typeOnly && target.startsWith(within)) reached.add(target);
    }
  }
  const exists = byPath.has(start);
  if (exists && reached.size === expected) return [];
  return [
    {
      file: start,
      line: 1,
      problem: exists ? `enters ${reached.size} files of ${within}, not ${expected}` : 'does not exist',
      fix: fixFor(exists, reached.size > expected),
    },
  ];
}

function fixFor(exists: boolean, isMore: boolean): string {
  if (!exists) return 'Name its new place in tools/check-structure.ts.';
  return isMore
    ? 'Call what only other flows need from their route, or merge files that are always read together.'
    : 'Lower the number in tools/check-structure.ts, to keep the improvement.';
}
