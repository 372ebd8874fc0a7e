import { existsSync } from 'node:fs';
import path from 'node:path';

const projectFolder = findProjectFolder(import.meta.dirname);

/**
 * Returns the absolute path of a file or folder of the project, such as `server/migrations`. Use this instead of a path
 * relative to the module, because the server also runs as a bundle in `dist/server`.
 */
export function projectPath(relative: string): string {
  return path.join(projectFolder, relative);
}

function findProjectFolder(start: string): string {
  for (let folder = start; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder;
  }
  throw new Error(`No package.json in ${start} or above`);
}
