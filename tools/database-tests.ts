import { readProject } from './checks/read-project.ts';
import type { SourceFile } from './checks/source-file.ts';
import { projectFolder } from './run/project-folder.mjs';

const testDatabases = 'tests/support/databases.ts';

export async function findDatabaseTests(): Promise<string[]> {
  return selectDatabaseTests((await readProject(projectFolder)).sources);
}

export function selectDatabaseTests(sources: readonly SourceFile[]): string[] {
  const reaching = new Set([testDatabases]);
  for (let before = 0; before < reaching.size;) {
    before = reaching.size;
    for (const { path, imports } of sources) {
      if (imports.some(({ target, typeOnly }) => !typeOnly && reaching.has(target))) reaching.add(path);
    }
  }
  return [...reaching].filter((path) => /\.test\.tsx?$/.test(path) && !/^tests\/(e2e|faults)\//.test(path)).toSorted();
}
