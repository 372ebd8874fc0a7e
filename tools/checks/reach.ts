import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

interface Reach {
  readonly start: string;
  /** Only files below this folder count. */
  readonly within: string;
  readonly atMost: number;
}

/** Counts the files that a flow enters: its first file, and those reachable by imports that exist at run time. */
export function checkReach(files: readonly SourceFile[], { start, within, atMost }: Reach): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set([start]);
  for (const path of reached) {
    for (const { target, typeOnly } of byPath.get(path)?.imports ?? []) {
      if (!typeOnly && target.startsWith(within)) reached.add(target);
    }
  }
  if (byPath.has(start) && reached.size === atMost) return [];
  const more = reached.size > atMost;
  return [
    {
      file: start,
      line: 1,
      problem: byPath.has(start) ? `enters ${reached.size} files of ${within}, not ${atMost}` : 'does not exist',
      fix: more
        ? 'Call what only other flows need from their route, or merge files that are always read together.'
        : 'Lower the number in tools/check-structure.ts, so that it stays.',
    },
  ];
}
