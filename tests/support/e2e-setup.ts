import { buildPages, pagesAreCurrent } from '#tools/run/pages.mjs';
import { projectFolder } from '#tools/run/project-folder.mjs';
import { prepareDemonstration } from './demonstration-copy.ts';

/** Once per run of the browser tests. Returns the cleanup. */
export default async function prepare(): Promise<() => Promise<void>> {
  if (!pagesAreCurrent(projectFolder) && !buildPages(projectFolder, process.execPath)) {
    throw new Error('The pages could not be built.');
  }
  return prepareDemonstration();
}
