import type { CallExpression, Node } from 'oxc-parser';
import type { SourceFile } from './source-file.ts';
import { walk } from './syntax.ts';
import type { Violation } from './violation.ts';

const widths = ['@desktop', '@phone', '@both'];

/** Requires that each browser test, or the group it is in, says at which widths it runs, once. */
export function checkTestWidths(files: readonly SourceFile[]): Violation[] {
  return files.filter(({ path }) => path.endsWith('.e2e.ts')).flatMap(checkFile);
}

function checkFile(file: SourceFile): Violation[] {
  const groups = listCalls(file).filter(isGroup);
  return listCalls(file)
    .filter(isTest)
    .filter((test) => {
      const around = groups.filter(({ start, end }) => start < test.start && test.end < end);
      return [...around, test].flatMap(readWidths).length !== 1;
    })
    .map(({ start }) => ({
      file: file.path,
      line: file.lineAt(start),
      problem: `doesn't say at which widths the test runs`,
      fix: `Tag it, or its group, once: @both if it looks at what is laid out differently on a phone, otherwise @desktop or @phone.`,
    }));
}

function listCalls({ program }: SourceFile): CallExpression[] {
  const calls: CallExpression[] = [];
  walk(program, (node) => {
    if (node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression') calls.push(node.expression);
  });
  return calls;
}

/** Fixtures give `test` other names. */
function isTest({ callee, arguments: [title, ...rest] }: CallExpression): boolean {
  return callee.type === 'Identifier' && isText(title) && rest.at(-1)?.type === 'ArrowFunctionExpression';
}

function isGroup({ callee }: CallExpression): boolean {
  return (
    callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'describe'
  );
}

function isText(node: Node | undefined): boolean {
  return node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string');
}

function readWidths({ arguments: given }: CallExpression): string[] {
  const details = given.find(({ type }) => type === 'ObjectExpression');
  const found: string[] = [];
  if (!details) return found;
  walk(details, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string' && widths.includes(node.value))
      found.push(node.value);
  });
  return found;
}
