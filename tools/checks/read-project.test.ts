import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readProject } from './read-project.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'passbook-project-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

it('the checks read all our files and no generated ones', async () => {
  write('web/data/client.ts', 'export const a = 1;');
  write('web/kit/Field.module.css', '.field {}');
  write('docs/map.md', '# Map');
  write('data/database/notes.ts', 'not ours');
  write('node_modules/zod/index.ts', 'not ours');
  write('dist/web/main.ts', 'not ours');
  const { sources, texts } = await readProject(folder);
  expect(sources.map(({ path }) => path)).toEqual(['web/data/client.ts']);
  expect(texts.map(({ path }) => path)).toEqual(['docs/map.md', 'web/data/client.ts', 'web/kit/Field.module.css']);
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
