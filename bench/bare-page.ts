import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import react from '@vitejs/plugin-react';
import fastify from 'fastify';
import { build, type InlineConfig } from 'vite';
import { compressFiles } from '#tools/run/build.mjs';

const sources = fileURLToPath(new URL('bare-page/', import.meta.url));

export interface BarePages {
  /** Rendered by its script, as most React pages are. */
  readonly url: string;
  /** With its HTML in the page, as the portal's sign-in page has. */
  readonly inlinedUrl: string;
  stop(): Promise<void>;
}

/** Builds and serves a sign-in page of React alone, compressed as the portal's pages are. */
export async function serveBarePages(): Promise<BarePages> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bare-page-'));
  const web = join(folder, 'web');
  await build({
    ...common,
    build: { outDir: web, emptyOutDir: true, target: 'es2024', modulePreload: { polyfill: false } },
  });
  await writeFile(join(web, 'inlined.html'), await renderInlined(web, join(folder, 'renderer')));
  compressFiles(web);
  const app = fastify();
  await app.register(fastifyStatic, { root: web, preCompressed: true });
  const url = await app.listen({ port: 0, host: 'localhost' });
  return {
    url: `${url}/index.html`,
    inlinedUrl: `${url}/inlined.html`,
    async stop() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const common: InlineConfig = { root: sources, configFile: false, plugins: [react()], logLevel: 'warn' };

async function renderInlined(web: string, outDir: string): Promise<string> {
  await build({
    ...common,
    ssr: { noExternal: true },
    build: {
      ssr: 'render.tsx',
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'render.mjs' } },
    },
  });
  const { renderBarePage } = (await import(pathToFileURL(join(outDir, 'render.mjs')).href)) as {
    renderBarePage(): string;
  };
  const page = await readFile(join(web, 'index.html'), 'utf8');
  return page.replace('<div id="root"></div>', () => `<div id="root">${renderBarePage()}</div>`);
}
