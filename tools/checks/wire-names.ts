import type { Node } from 'oxc-parser';
import type { SourceFile } from './source-file.ts';
import { walk } from './syntax.ts';
import type { Violation } from './violation.ts';

const contract = /^common\/.*\.api\.ts$/;
const boundary = /\.(api|wire|routes)\.ts$/;
/** Callers of these send and receive wire names. */
const clients = ['web/data/client.ts', 'web/data/call-once.ts'];
/** Their own names for other things: HTTP errors, PDF and the file store. */
const others = /^server\/platform\/|^web\/data\/client\.ts$/;

/**
 * Allows the specification's names, such as `LoanAccountNumber`, only where calls are declared, translated, answered or
 * made.
 */
export function checkWireNames(files: readonly SourceFile[]): Violation[] {
  const wireNames = new Set(files.filter(({ path }) => contract.test(path)).flatMap(propertyNamesOf));
  return files.filter(isInside).flatMap((file) => {
    const name = propertyNamesOf(file).find((each) => wireNames.has(each));
    if (name === undefined) return [];
    const fix = 'Translate it in the *.wire.ts of the module, where the call is made or answered.';
    return [{ file: file.path, line: 1, problem: `mentions the wire name ${name}`, fix }];
  });
}

function isInside({ path, isTest, imports }: SourceFile): boolean {
  const makesCalls = imports.some(({ target, typeOnly }) => clients.includes(target) && !typeOnly);
  return /^(web|server)\//.test(path) && !isTest && !boundary.test(path) && !others.test(path) && !makesCalls;
}

function propertyNamesOf({ program }: SourceFile): string[] {
  const names: string[] = [];
  walk(program, (node) => {
    const name = propertyName(node);
    if (name !== undefined && /^[A-Z][a-z]/.test(name)) names.push(name);
  });
  return names;
}

function propertyName(node: Node): string | undefined {
  const isProperty = node.type === 'Property' || node.type === 'TSPropertySignature';
  if (isProperty) return !node.computed && node.key.type === 'Identifier' ? node.key.name : undefined;
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  // `(await import('./Documents.tsx')).Documents` names a component.
  if (node.object.type === 'ParenthesizedExpression' || node.object.type === 'AwaitExpression') return undefined;
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}
