import type { TextFile } from './read-project.ts';
import type { SourceFile } from './source-file.ts';
import { walk } from './syntax.ts';
import type { Violation } from './violation.ts';

/**
 * Requires that every class of a CSS module is used by a component that imports it, and that every used class exists.
 */
export function checkCssClasses(sources: readonly SourceFile[], texts: readonly TextFile[]): Violation[] {
  return texts
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(({ path, text }) => {
      const defined = readClasses(text);
      const uses = sources.flatMap((source) => readUses(source, path));
      if (uses.some(({ name }) => name === undefined)) return [];
      const used = new Set(uses.map(({ name }) => name));
      return [
        ...[...defined]
          .filter(([name]) => !used.has(name))
          .map(([name, line]) => ({ file: path, line, problem: `.${name} is not used`, fix: 'Delete the rule.' })),
        ...uses
          .filter(({ name }) => name !== undefined && !defined.has(name))
          .map(({ name, file, line }) => ({
            file,
            line,
            problem: `uses the class ${name}, which ${path} does not define`,
            fix: 'Correct the name, or add the rule.',
          })),
      ];
    });
}

/** Returns class names with the line of their first rule. */
function readClasses(css: string): Map<string, number> {
  const classes = new Map<string, number>();
  const withoutComments = css.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  // After removing the innermost braces, which hold declarations, only selectors are left.
  const selectors = withoutComments.replaceAll(/\{[^{}]*\}/g, (block) => block.replaceAll(/[^\n]/g, ' '));
  for (const match of selectors.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)) {
    const name = match[1] ?? '';
    if (!classes.has(name)) classes.set(name, css.slice(0, match.index).split('\n').length);
  }
  return classes;
}

interface ClassUse {
  /** Undefined when computed; then any class may be used. */
  readonly name: string | undefined;
  readonly file: string;
  readonly line: number;
}

function readUses(source: SourceFile, cssPath: string): ClassUse[] {
  const imported = source.module.staticImports.find(({ moduleRequest }) => {
    const specifier = moduleRequest.value;
    return (
      specifier.endsWith('.module.css') && source.imports.some((i) => i.specifier === specifier && i.target === cssPath)
    );
  });
  const local = imported?.entries[0]?.localName.value;
  if (!local) return [];
  const uses: ClassUse[] = [];
  walk(source.program, (node) => {
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier' || node.object.name !== local) return;
    const { property } = node;
    const literal = property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
    const name = node.computed ? literal : property.type === 'Identifier' ? property.name : undefined;
    uses.push({ name, file: source.path, line: source.lineAt(node.start) });
  });
  return uses;
}
