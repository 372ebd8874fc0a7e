import { isServerText } from '#common/contract/server-texts.ts';
import type { SourceFile } from './source-file.ts';
import { walk } from './syntax.ts';
import type { Violation } from './violation.ts';

/** Keys of the form `group.name`, with the files that define them. */
export interface KeyList {
  /** For messages: `text` or `option`. */
  readonly kind: string;
  readonly keys: ReadonlySet<string>;
  readonly bornIn: RegExp;
}

/**
 * Requires that every key is used, in full or as the start of a template (`paymentError.${code}` uses the whole group),
 * and that every used key exists.
 * @param others other known keys of the same form
 */
export function checkKeys(files: readonly SourceFile[], list: KeyList, others: ReadonlySet<string>): Violation[] {
  const uses = files
    .filter(({ path, isTest }) => !isTest && /^(common|server|demo|web)\//.test(path) && !list.bornIn.test(path))
    .flatMap(readKeyUses);
  return [...findUnused(files, list, uses), ...findUnknown(list, others, uses)];
}

interface KeyUse {
  readonly key: string;
  readonly isPrefix: boolean;
  readonly file: string;
  readonly line: number;
}

/** Returns every string that may be a key, and the beginnings of templates. */
export function readKeyUses(file: SourceFile): KeyUse[] {
  const uses: KeyUse[] = [];
  const add = (key: string, isPrefix: boolean, offset: number) =>
    uses.push({ key, isPrefix, file: file.path, line: file.lineAt(offset) });
  walk(file.program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string' && /^\w+\.\w+$/.test(node.value)) {
      add(node.value, false, node.start);
    }
    const first = node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : undefined;
    if (first && node.type === 'TemplateLiteral' && /^\w+\.\w*$/.test(first)) {
      add(first, node.expressions.length > 0, node.start);
    }
  });
  return uses;
}

/** Refuses texts in screens that browsers don't get. */
export function checkScreenTexts(files: readonly SourceFile[], keys: ReadonlySet<string>): Violation[] {
  return files
    .filter(({ path, isTest }) => !isTest && path.startsWith('web/'))
    .flatMap(readKeyUses)
    .filter(({ key, isPrefix }) => isServerText(key) && (isPrefix || keys.has(key)))
    .map(({ key, file, line }) => ({
      file,
      line,
      problem: `shows the text ${key}, which browsers don't get`,
      fix: 'Give the screen a text of its own, in a group whose name does not end in Mail, Text, Pdf or Request.',
    }));
}

function findUnused(files: readonly SourceFile[], list: KeyList, uses: readonly KeyUse[]): Violation[] {
  const used = new Set(uses.filter(({ isPrefix }) => !isPrefix).map(({ key }) => key));
  const prefixes = [...new Set(uses.filter(({ isPrefix }) => isPrefix).map(({ key }) => key))];
  return [...list.keys]
    .filter((key) => !used.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
    .map((key) => ({
      ...findBirth(files, list, key),
      problem: `the ${list.kind} ${key} is not used`,
      fix: 'Delete it or use it; a setting without effect is misleading.',
    }));
}

function findUnknown(list: KeyList, others: ReadonlySet<string>, uses: readonly KeyUse[]): Violation[] {
  const groups = new Set([...list.keys].map((key) => key.split('.')[0]));
  return uses
    .filter(
      ({ key, isPrefix }) => !isPrefix && groups.has(key.split('.')[0]) && !list.keys.has(key) && !others.has(key),
    )
    .map(({ key, file, line }) => ({
      file,
      line,
      problem: `uses the unknown ${list.kind} ${key}`,
      fix: `Correct the key, or add it to the ${list.kind}s of its module.`,
    }));
}

function findBirth(files: readonly SourceFile[], list: KeyList, key: string): { file: string; line: number } {
  for (const { path, text, lineAt } of files) {
    const offset = list.bornIn.test(path) ? text.indexOf(`'${key}'`) : -1;
    if (offset >= 0) return { file: path, line: lineAt(offset) };
  }
  return { file: 'common', line: 1 };
}
