import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '#tools/run/project-folder.mjs';
import { expect, test } from '#tests/support/e2e.ts';

/** Words in the source of the quick sign-in helper. */
const marks = ['Quick sign-in', 'Harbor-2026!', 'rex.stricted', 'accounts with restrictions'];

async function readAll(folder: string): Promise<{ readonly name: string; readonly text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(br|gz|woff2)$/.test(entry.name));
  return Promise.all(
    files.map(async ({ parentPath, name }) => ({ name, text: await readFile(join(parentPath, name), 'utf8') })),
  );
}

test("a production build contains nothing of the developers' quick sign-in helper", { tag: '@desktop' }, async () => {
  const screen = join(projectFolder, 'web/identity/sign-in');
  const source = (await readAll(screen)).map(({ text }) => text).join('\n');
  for (const mark of marks) expect(source, `the helper has ${mark}`).toContain(mark);

  const built = [
    ...(await readAll(join(projectFolder, 'dist/web'))),
    ...(await readAll(join(projectFolder, 'dist/prerender'))),
  ];
  expect(built.some(({ name }) => name.endsWith('.js'))).toBe(true);
  const found = built.flatMap(({ name, text }) =>
    marks.filter((mark) => text.includes(mark)).map((mark) => `${name}: ${mark}`),
  );
  expect(found).toEqual([]);
});
