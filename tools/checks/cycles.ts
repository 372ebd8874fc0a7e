import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** Reports files that import themselves through others, including type imports. */
export function checkCycles(files: readonly SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const violations: Violation[] = [];

  const visit = (file: SourceFile, trail: readonly string[]): void => {
    for (const imported of file.imports) {
      const target = byPath.get(imported.target);
      if (!target) continue;
      const start = trail.indexOf(target.path);
      if (start >= 0) {
        violations.push({
          file: file.path,
          line: imported.line,
          problem: `imports itself: ${[...trail.slice(start), target.path].join(' → ')}`,
          fix: 'Move the shared part into a separate file, or pass it as a parameter.',
        });
      } else if (!done.has(target.path)) {
        visit(target, [...trail, target.path]);
      }
    }
    done.add(file.path);
  };

  for (const file of files) if (!done.has(file.path)) visit(file, [file.path]);
  return violations;
}
