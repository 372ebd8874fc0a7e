import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectFolder } from '#tools/run/project-folder.mjs';
import { expect, test } from '#tests/support/e2e.ts';

/** Words in the source of the quick sign-in helper. */
const marks = ['Quick sign-in', 'Harbor-2026!', 'rex.stricted', 'accounts with restrictions'];

/** The most script each page may load before it shows, in bytes after gzip. */
const scriptLimits: readonly (readonly [page: string, modules: readonly string[], limit: number])[] = [
  ['sign-in', ['sign-in'], 81_500],
  ['dashboard', ['portal', 'web/accounts/Dashboard.tsx'], 140_400],
  ['loan details', ['portal', 'web/accounts/loan-details/LoanDetails.tsx'], 140_800],
  ['payment', ['portal', 'web/payments/MakePayment.tsx'], 150_000],
];

type Manifest = Readonly<
  Record<string, { readonly file: string; readonly name?: string; readonly imports?: readonly string[] }>
>;

function withImports(manifest: Manifest, modules: readonly string[]): Set<string> {
  const found = new Set<string>();
  const enter = (module: string) => {
    if (found.has(module)) return;
    found.add(module);
    manifest[module]?.imports?.forEach(enter);
  };
  modules.forEach(enter);
  return found;
}

for (const [page, modules, limit] of scriptLimits) {
  test(`the ${page} page loads at most ${limit / 1000} kB of script before it shows`, { tag: '@desktop' }, async () => {
    const folder = join(projectFolder, 'dist/web');
    const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
    // A module, or a file by the name it has in the configuration of the build.
    const own = modules.map((one) => Object.keys(manifest).find((key) => manifest[key]?.name === one) ?? one);
    for (const module of own) expect(manifest, 'the manifest names the screen').toHaveProperty([module]);
    const files = [...withImports(manifest, ['index.html', ...own])].map((module) => manifest[module]?.file ?? '');
    const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(join(folder, file))).length));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(limit);
  });
}

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

test('scripts carry no schemas, because only the server checks calls', { tag: '@desktop' }, async () => {
  const scripts = (await readAll(join(projectFolder, 'dist/web'))).filter(({ name }) => name.endsWith('.js'));
  // Part of the schema library's messages.
  expect(scripts.filter(({ text }) => text.includes('Invalid input: expected')).map(({ name }) => name)).toEqual([]);
});

test('customers load nothing of the desk', { tag: '@desktop' }, async () => {
  const scripts = (await readAll(join(projectFolder, 'dist/web'))).filter(({ name }) => name.endsWith('.js'));
  expect(scripts.filter(({ text }) => text.includes('/api/desk')).map(({ name }) => name)).toEqual([]);
});

test('scripts carry no policy of a page, but a worker has one', { tag: '@desktop' }, async ({ app, request }) => {
  const names = await readdir(join(projectFolder, 'dist/web/assets'));
  const worker = names.find((name) => name.includes('worker') && name.endsWith('.js'));
  const script = names.find((name) => !name.includes('worker') && name.endsWith('.js'));
  const headersOf = async (name = '') => (await request.get(`${app.url}/assets/${name}`)).headers();
  expect(await headersOf(worker)).toHaveProperty('content-security-policy');
  const headers = await headersOf(script);
  expect(headers).not.toHaveProperty('content-security-policy');
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});
