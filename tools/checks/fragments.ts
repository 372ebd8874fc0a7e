import { basename } from 'node:path';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

const FRAGMENT_LINES = 25;
const MAX_MERGED_LINES = 250;

/** Files that a list of handlers, jobs, commands, texts or options imports one by one, and thread scripts. */
const listedRoles = /(\.(routes|job|cli)|[-.]worker|^common\/\w+\/(texts|options))\.ts$/;

/** The lists of screens import each of them, and what it preloads, by itself. */
const screenLists = /^web\/[a-z-]*routes\.tsx$/;

/** Primitives shared by all screens; a new one may have a single user. */
const vocabulary = /^web\/(ui|kit)\//;

/** A file below 25 lines with a single importer belongs in that importer. */
export function checkFragments(
  files: readonly SourceFile[],
  exceptions: Readonly<Record<string, string>>,
): Violation[] {
  const lines = new Map(files.map(({ path, text }) => [path, lineCount(text)]));
  const importers = findImporters(files);
  const tested = new Set(files.filter(({ isTest }) => isTest).map(({ path }) => path));
  const fragments = files.flatMap(({ path, text }) => {
    if (!/^(common|server|web)\//.test(path) || lineCount(text) >= FRAGMENT_LINES) return [];
    if (listedRoles.test(path) || vocabulary.test(path) || isRuleWithTable(path, tested)) return [];
    const [importer, ...others] = importers.get(path) ?? [];
    if (importer === undefined || others.length > 0 || screenLists.test(importer)) return [];
    const merged = (lines.get(importer) ?? 0) + lineCount(text);
    return merged > MAX_MERGED_LINES ? [] : [{ path, importer }];
  });
  const found = new Set(fragments.map(({ path }) => path));
  return [
    ...fragments
      .filter(({ path }) => exceptions[path] === undefined)
      .map(({ path, importer }) => ({
        file: path,
        line: 1,
        problem: `has fewer than ${FRAGMENT_LINES} lines and only ${basename(importer)} imports it`,
        fix: `Move it into ${importer}.`,
      })),
    ...Object.keys(exceptions)
      .filter((path) => !found.has(path))
      .map((path) => ({
        file: path,
        line: 1,
        problem: 'is an exception to the rule about small files, but no small file',
        fix: 'Remove it from the exceptions in tools/check-structure.ts.',
      })),
  ];
}

function findImporters(files: readonly SourceFile[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports, isTest } of files) {
    if (isTest || !/^(common|server|web|demo|tools)\//.test(path)) continue;
    for (const { target } of imports) importers.set(target, (importers.get(target) ?? new Set()).add(path));
  }
  return importers;
}

function isRuleWithTable(path: string, tested: ReadonlySet<string>): boolean {
  return path.includes('/rules/') && tested.has(path.replace(/\.ts$/, '.test.ts'));
}

function lineCount(text: string): number {
  return text.split('\n').length - 1;
}
