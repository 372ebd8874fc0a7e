import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSource, type SourceFile } from './source-file.ts';

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

export interface Project {
  readonly sources: readonly SourceFile[];
  readonly texts: readonly TextFile[];
}

/** Generated top-level folders. */
const ignoredFolders = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'test-results']);
const textFile = /\.(ts|tsx|mjs|css|html|json|md|sql|ya?ml|sh)$/;
const sourceFile = /\.(ts|tsx|mjs)$/;

export async function readProject(folder: string): Promise<Project> {
  const paths = await listFiles(folder, '');
  const texts = await Promise.all(
    paths
      .filter((path) => textFile.test(path) && path !== 'package-lock.json')
      .map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })),
  );
  const sources = texts.filter(({ path }) => sourceFile.test(path)).map(({ path, text }) => parseSource(path, text));
  return { sources, texts };
}

async function listFiles(folder: string, path: string): Promise<string[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true });
  const lists: string[][] = [];
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const inner = path ? `${path}/${entry.name}` : entry.name;
    if (!entry.isDirectory()) lists.push([inner]);
    else if (!ignoredFolders.has(inner)) lists.push(await listFiles(folder, inner));
  }
  return lists.flat();
}
