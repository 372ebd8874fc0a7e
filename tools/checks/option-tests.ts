import { readKeyUses } from './keys.ts';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/** Requires that a test file names every option in full. */
export function checkOptionTests(files: readonly SourceFile[], options: ReadonlySet<string>): Violation[] {
  const named = new Set(
    files
      .filter(({ isTest }) => isTest)
      .flatMap(readKeyUses)
      .filter(({ isPrefix }) => !isPrefix)
      .map(({ key }) => key),
  );
  return [...options]
    .filter((option) => !named.has(option))
    .map((option) => ({
      file: 'common',
      line: 1,
      problem: `no test names the option ${option}`,
      fix: 'Add a test that sees what the option changes.',
    }));
}
