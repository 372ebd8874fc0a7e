import { buildIsCurrent, buildProject } from '#tools/run/build.mjs';
import { projectFolder } from '#tools/run/project-folder.mjs';

/** Builds pages and server unless they were built from the current sources. */
export function ensureProductIsBuilt(): void {
  if (!buildIsCurrent(projectFolder) && !buildProject(projectFolder, process.execPath)) {
    throw new Error('Pages and server could not be built.');
  }
}
