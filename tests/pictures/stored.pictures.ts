import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'playwright/test';

const here = new URL('./', import.meta.url);

/** Names of screens as written in the tests; `desk-` stands for all that begin with it. */
async function readNames(): Promise<string[]> {
  const files = (await readdir(here)).filter((name) => name.endsWith('.pictures.ts'));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, here), 'utf8')));
  return sources.flatMap((source) =>
    [...source.matchAll(/visit\(\s*(?:'([\w-]+)'|`([\w-]+)\$\{)/g)].map(([, whole, start]) => whole ?? start ?? ''),
  );
}

test('every stored picture is of a screen that a test visits', async () => {
  const names = await readNames();
  const isVisited = (picture: string) =>
    names.some((name) => (name.endsWith('-') ? picture.startsWith(name) : picture === name));
  const stored = await readdir(new URL('stored/', here));
  expect(stored.filter((file) => !isVisited(file.replace(/-\d+-(light|dark)\.png$/, '')))).toEqual([]);
});
