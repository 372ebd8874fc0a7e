import type { Node } from 'oxc-parser';
import type { SourceFile } from './source-file.ts';
import { walk } from './syntax.ts';
import type { Violation } from './violation.ts';

/** Attributes that are read or spoken. */
const spokenAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

/** Refuses text in JSX: institutions can change the wording, so it comes by key. */
export function checkJsxText(files: readonly SourceFile[]): Violation[] {
  return files.filter(({ path, isTest }) => path.endsWith('.tsx') && !isTest).flatMap(checkFile);
}

function checkFile(file: SourceFile): Violation[] {
  const found: Violation[] = [];
  const report = (node: Node, text: string) =>
    found.push({
      file: file.path,
      line: file.lineAt(node.start + text.length - text.trimStart().length),
      problem: `contains the literal text “${text.trim()}”`,
      fix: "Add a key to the module's texts and show it with <Text>, or read it with useText.",
    });
  walk(file.program, (node) => {
    if (node.type === 'JSXText' && isWording(node.value)) report(node, node.value);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node.children) {
        if (child.type === 'JSXExpressionContainer') reportLiterals(child.expression, report);
      }
    }
    if (node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' && spokenAttributes.has(node.name.name)) {
      if (node.value?.type === 'JSXExpressionContainer') reportLiterals(node.value.expression, report);
      else if (node.value) reportLiterals(node.value, report);
    }
  });
  return found;
}

/** Reports literals an expression may evaluate to, except inside calls, where keys are. */
function reportLiterals(node: Node, report: (node: Node, text: string) => void): void {
  if (node.type === 'Literal' && typeof node.value === 'string' && isWording(node.value)) report(node, node.value);
  if (node.type === 'TemplateLiteral') {
    for (const part of node.quasis) if (isWording(part.value.raw)) report(part, part.value.raw);
  }
  if (node.type === 'ConditionalExpression') {
    reportLiterals(node.consequent, report);
    reportLiterals(node.alternate, report);
  }
  if (node.type === 'LogicalExpression') {
    reportLiterals(node.left, report);
    reportLiterals(node.right, report);
  }
  if (node.type === 'ParenthesizedExpression') reportLiterals(node.expression, report);
}

/** Returns false for a key such as `login.username`. */
function isWording(text: string): boolean {
  return /\p{L}/u.test(text) && !/^\w+\.\w+$/.test(text);
}
