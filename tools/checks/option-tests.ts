import { readKeyUses } from './keys.ts';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/**
 * Requires that a test file names every option in full.
 * @param untested options without a test; the list may only get shorter
 */
export function checkOptionTests(
  files: readonly SourceFile[],
  options: ReadonlySet<string>,
  untested: readonly string[],
): Violation[] {
  const named = new Set(
    files
      .filter(({ isTest }) => isTest)
      .flatMap(readKeyUses)
      .filter(({ isPrefix }) => !isPrefix)
      .map(({ key }) => key),
  );
  const missing = [...options]
    .filter((option) => !named.has(option) && !untested.includes(option))
    .map((option) => ({
      file: 'common',
      line: 1,
      problem: `no test names the option ${option}`,
      mend: 'Add a test that sees what the option changes.',
    }));
  const tested = untested
    .filter((option) => !options.has(option) || named.has(option))
    .map((option) => ({
      file: 'tools/checks/untested-options.ts',
      line: 1,
      problem: `${option} has a test, or no longer exists`,
      mend: 'Remove it from the list.',
    }));
  return [...missing, ...tested];
}
