import type { Node } from 'oxc-parser';
import { visitorKeys } from 'oxc-parser';

/** Calls `look` for a node and everything below it, top down. */
export function walk(node: Node, look: (node: Node) => void): void {
  look(node);
  const fields = node as unknown as Record<string, Node | readonly (Node | null)[] | null | undefined>;
  for (const key of visitorKeys[node.type] ?? []) {
    const below = fields[key];
    if (!below) continue;
    if ('type' in below) walk(below, look);
    else for (const child of below) if (child) walk(child, look);
  }
}

/** Returns `Temporal.Now.instant` for such a chain of names; undefined for any other expression. */
export function dottedName(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  const owner = dottedName(node.object);
  return owner ? `${owner}.${node.property.name}` : undefined;
}
