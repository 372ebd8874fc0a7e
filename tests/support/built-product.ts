import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIsCurrent, buildProject } from '#tools/run/build.mjs';
import { projectFolder } from '#tools/run/project-folder.mjs';

/** Builds pages and server unless they were built from the current sources. */
export function ensureProductIsBuilt(): void {
  if (!buildIsCurrent(projectFolder) && !buildProject(projectFolder, process.execPath)) {
    throw new Error('Pages and server could not be built.');
  }
}

/** Returns a file of the built pages, such as `assets/8e3Ka0Q.js`, by a module in it or by its name in `vite.config.ts`. */
export async function builtFile(moduleOrName: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(projectFolder, 'dist/web/.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, { readonly file: string; readonly name?: string }>
  >;
  const { file } = manifest[moduleOrName] ?? Object.values(manifest).find(({ name }) => name === moduleOrName) ?? {};
  if (file === undefined) throw new Error(`The built pages don't contain ${moduleOrName}`);
  return file;
}
