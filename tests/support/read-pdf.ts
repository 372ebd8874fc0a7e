import { getDocumentProxy } from 'unpdf';

export interface ReadPdf {
  readonly title: string;
  readonly language: string;
  readonly pages: number;
  /** All text in file order, with single spaces. */
  readonly text: string;
  /** Tags of the structure tree from top to bottom, e.g. `Document`, `H1`, `Table`, `TR`, `TH`. */
  readonly tags: readonly string[];
  /** The words of each row of each table, by structure tags, not by position. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

/** Reads a PDF as assistive technology does: by its structure and its text. */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } };
  const texts: string[] = [];
  const tags: string[] = [];
  const tables = new Map<string, string[][]>();
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const words = wordsByMark(items);
    texts.push(...(items as readonly ContentItem[]).flatMap((item) => (item.str ? [item.str] : [])));
    const tree = (await page.getStructTree()) as StructureNode | null;
    if (tree) collect(tree, words, tags, tables, number);
  }
  return {
    title: info.Title ?? '',
    language: info.Language ?? '',
    pages: document.numPages,
    text: texts.join(' ').replaceAll(/\s+/g, ' '),
    tags,
    tables: [...tables.values()],
  };
}

interface ContentItem {
  readonly type?: string;
  readonly id?: string;
  readonly str?: string;
}

interface StructureNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly StructureNode[];
}

function wordsByMark(items: readonly ContentItem[]): Map<string, string> {
  const words = new Map<string, string>();
  const open: (string | undefined)[] = [];
  for (const item of items) {
    if (item.type === 'beginMarkedContent' || item.type === 'beginMarkedContentProps') open.push(item.id);
    else if (item.type === 'endMarkedContent') open.pop();
    else if (item.str) {
      const mark = open.findLast((id) => id !== undefined);
      if (mark !== undefined) words.set(mark, `${words.get(mark) ?? ''} ${item.str}`.trim());
    }
  }
  return words;
}

function collect(
  node: StructureNode,
  words: ReadonlyMap<string, string>,
  tags: string[],
  tables: Map<string, string[][]>,
  page: number,
  place = '',
  table?: string[][],
): void {
  if (node.role && node.role !== 'Root') tags.push(node.role);
  let rows = table;
  if (node.role === 'Table') {
    rows = [];
    tables.set(`${page}${place}`, rows);
  }
  if (node.role === 'TR') {
    rows?.push((node.children ?? []).map((cell) => textOf(cell, words)));
  }
  (node.children ?? []).forEach((child, index) => collect(child, words, tags, tables, page, `${place}/${index}`, rows));
}

function textOf(node: StructureNode, words: ReadonlyMap<string, string>): string {
  if (node.type === 'content') return words.get(node.id ?? '') ?? '';
  return (node.children ?? [])
    .map((child) => textOf(child, words))
    .filter((text) => text !== '')
    .join(' ');
}
