import { basename } from 'node:path';
import type { SourceFile } from './source-file.ts';
import type { Violation } from './violation.ts';

const emptyNames = /^(utils?|helpers?|misc|shared|common|index|types|constants)(\.|$)/i;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(ts|tsx|mjs)$/;
const pascalCase = /^[A-Z][A-Za-z0-9]*(\.test)?\.tsx$/;
const defaultExportWanted =
  /^((tools\/mutate\/)?[a-z.]+\.config|tools\/mutate\/whole-files|tests\/support\/e2e-setup)\.ts$/;

export function checkFileShapes(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => [...checkName(file), ...checkBarrel(file), ...checkDefaultExport(file)]);
}

function checkName({ path }: SourceFile): Violation[] {
  const name = basename(path);
  if (emptyNames.test(name)) {
    return [{ file: path, line: 1, problem: `is named ${name}`, fix: 'Name the file after its contents.' }];
  }
  if (kebabCase.test(name) || pascalCase.test(name)) return [];
  return [
    {
      file: path,
      line: 1,
      problem: `is named ${name}`,
      fix: 'Components are PascalCase.tsx; all other files kebab-case.',
    },
  ];
}

function checkBarrel(file: SourceFile): Violation[] {
  const { body } = file.program;
  const onlyPassesOn =
    body.length > 0 &&
    body.every(
      (statement) =>
        statement.type === 'ImportDeclaration' ||
        statement.type === 'ExportAllDeclaration' ||
        (statement.type === 'ExportNamedDeclaration' && !statement.declaration),
    ) &&
    body.some((statement) => statement.type !== 'ImportDeclaration');
  if (!onlyPassesOn) return [];
  return [
    {
      file: file.path,
      line: 1,
      problem: 'only re-exports other files',
      fix: 'Import from those files and delete this one.',
    },
  ];
}

function checkDefaultExport(file: SourceFile): Violation[] {
  if (defaultExportWanted.test(file.path)) return [];
  const found = file.program.body.find((statement) => statement.type === 'ExportDefaultDeclaration');
  if (!found) return [];
  return [
    {
      file: file.path,
      line: file.lineAt(found.start),
      problem: 'has a default export',
      fix: 'Export it by its name.',
    },
  ];
}
