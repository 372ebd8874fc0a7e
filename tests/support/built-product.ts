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

/** Returns the file of the built pages that has a module, such as `assets/8e3Ka0Q.js`. */
export async function builtFile(module: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(projectFolder, 'dist/web/.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, { readonly file: string } | undefined>
  >;
  const file = manifest[module]?.file;
  if (file === undefined) throw new Error(`The built pages don't contain ${module}`);
  return file;
}
