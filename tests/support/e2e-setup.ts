import { buildProject, buildIsCurrent } from '#tools/run/build.mjs';
import { projectFolder } from '#tools/run/project-folder.mjs';
import { prepareDemonstration } from './demonstration-copy.ts';

/** Once per run of the browser tests. Returns the cleanup. */
export default async function prepare(): Promise<() => Promise<void>> {
  if (!buildIsCurrent(projectFolder) && !buildProject(projectFolder, process.execPath)) {
    throw new Error('Pages and server could not be built.');
  }
  return prepareDemonstration();
}
