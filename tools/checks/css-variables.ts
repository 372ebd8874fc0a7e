import type { TextFile } from './read-project.ts';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

/**
 * Requires that every CSS variable used without a fallback is set somewhere: in a style sheet, or by a component. An
 * unset one makes the whole declaration invalid without a message.
 */
export function checkCssVariables(sources: readonly SourceFile[], texts: readonly TextFile[]): Violation[] {
  const sheets = texts.filter(({ path }) => path.startsWith('web/') && path.endsWith('.css'));
  const set = new Set([
    ...sheets.flatMap(({ text }) => [...text.matchAll(/(?<=^|[{;\s])(--[\w-]+)\s*:/g)].map(([, name]) => name)),
    ...sources.flatMap(({ text }) => [...text.matchAll(/['"](--[\w-]+)['"]/g)].map(([, name]) => name)),
  ]);
  return sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)]
      .filter(([, name]) => !set.has(name))
      .map((match) => ({
        file: path,
        line: text.slice(0, match.index).split('\n').length,
        problem: `uses ${match[1]}, which nothing sets`,
        fix: 'Correct the name, or set it in web/ui/tokens.css.',
      })),
  );
}
