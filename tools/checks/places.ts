import type { Node } from 'oxc-parser';
import type { SourceFile } from './source-file.ts';
import { dottedName, walk } from './syntax.ts';
import type { Violation } from './violation.ts';

const sqlFiles =
  /(\.queries|-tables)\.ts$|^server\/(host\/books|platform\/db)\/|^server\/platform\/jobs\/job-queue\.ts$|^demo\/books\//;
const sqlPackages = /^(kysely(\/.*)?|pg|@electric-sql\/pglite)$/;
const queryMethods = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

/** Allows SQL only in `*.queries.ts`, the books and platform/db. */
export function checkSqlPlaces(files: readonly SourceFile[]): Violation[] {
  const fix = 'Move the statement into a *.queries.ts file of the module and call it from here.';
  return productFiles(files, sqlFiles).flatMap((file) => [
    ...file.imports
      .filter(({ specifier }) => sqlPackages.test(specifier))
      .map(({ line, specifier }) => ({ file: file.path, line, problem: `imports ${specifier}`, fix })),
    ...collect(file, (node) => {
      if (node.type === 'TaggedTemplateExpression' && dottedName(node.tag) === 'sql') return 'contains SQL';
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
      const { property } = node.callee;
      return property.type === 'Identifier' && queryMethods.has(property.name)
        ? `builds a statement with ${property.name}`
        : undefined;
    }).map((found) => ({ ...found, fix })),
  ]);
}

/** The last one only converts an instant to the form pdfkit needs. */
const timeFiles =
  /^(server\/platform\/clock|common\/core\/dates|web\/data\/clock|server\/platform\/pdf\/pdf-sheet)\.ts$/;

/** Allows only the clock to read the time; all other code receives it. */
export function checkTimePlaces(files: readonly SourceFile[]): Violation[] {
  return productFiles(files, timeFiles).flatMap((file) =>
    collect(file, (node) => {
      if (node.type === 'NewExpression' && dottedName(node.callee) === 'Date') return 'uses new Date';
      if (node.type !== 'CallExpression') return undefined;
      const called = dottedName(node.callee);
      return called && /^(globalThis\.)?(Date(\.now)?$|Temporal\.Now\.)/.test(called) ? `calls ${called}()` : undefined;
    }).map((found) => ({
      ...found,
      fix: 'Use the clock passed in (server/platform/clock.ts).',
    })),
  );
}

const roundingFiles = /^common\/core\/(money|rates)\.ts$/;

/** Allows rounding of money only in common/core. */
export function checkRoundingPlaces(files: readonly SourceFile[], notMoney: readonly string[] = []): Violation[] {
  return productFiles(files, roundingFiles)
    .filter(({ path }) => !notMoney.includes(path))
    .flatMap((file) =>
      collect(file, (node) => {
        if (node.type !== 'CallExpression') return undefined;
        const called = dottedName(node.callee);
        if (called && /^Math\.(round|floor|ceil|trunc)$/.test(called)) return `rounds with ${called}`;
        const { callee } = node;
        return callee.type === 'MemberExpression' &&
          callee.property.type === 'Identifier' &&
          /^to(Fixed|Precision)$/.test(callee.property.name)
          ? `rounds with ${callee.property.name}`
          : undefined;
      }).map((found) => ({
        ...found,
        fix: 'For amounts, use common/core/money.ts. For other numbers, add the file to roundingOfOtherThings in tools/check-structure.ts.',
      })),
    );
}

function productFiles(files: readonly SourceFile[], except: RegExp): SourceFile[] {
  return files.filter(({ path, isTest }) => !isTest && /^(common|server|demo|web)\//.test(path) && !except.test(path));
}

function collect(file: SourceFile, problemOf: (node: Node) => string | undefined): Omit<Violation, 'fix'>[] {
  const found: Omit<Violation, 'fix'>[] = [];
  walk(file.program, (node) => {
    const problem = problemOf(node);
    if (problem) found.push({ file: file.path, line: file.lineAt(node.start), problem });
  });
  return found;
}
