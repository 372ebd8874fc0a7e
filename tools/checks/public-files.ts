import { moduleNames } from './modules.ts';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

const fileOfModule = new RegExp(`^(server|web)/(${moduleNames.join('|')})/`);

/** Reports imports of a module's other files by another module, and listed files that no other module imports. */
export function checkPublicFiles(files: readonly SourceFile[], publicFiles: readonly string[]): Violation[] {
  const used = new Set<string>();
  const violations: Violation[] = [];
  for (const file of files) {
    const own = fileOfModule.exec(file.path)?.[0];
    if (own === undefined || file.isTest) continue;
    for (const { target, specifier, line } of file.imports) {
      const other = fileOfModule.exec(target)?.[0];
      if (other === undefined || other === own) continue;
      used.add(target);
      if (publicFiles.includes(target)) continue;
      const problem = `imports ${specifier}, which is not a public file of its module`;
      const fix = 'Use a public file of that module, or add this one to `publicFiles` in tools/checks/modules.ts.';
      violations.push({ file: file.path, line, problem, fix });
    }
  }
  const unused = publicFiles
    .filter((path) => !used.has(path))
    .map((path) => ({
      file: path,
      line: 1,
      problem: 'is public, but no other module imports it',
      fix: 'Remove it from `publicFiles` in tools/checks/modules.ts.',
    }));
  return [...violations, ...unused];
}
