import { type EcmaScriptModule, type ParseResult, parseSync } from 'oxc-parser';

export interface SourceFile {
  /** From the project's folder, with slashes: `web/kit/Field.tsx`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly ImportOfFile[];
  /** Tests and what only tests use. */
  readonly isTest: boolean;
  readonly module: EcmaScriptModule;
  readonly program: ParseResult['program'];
  lineAt(offset: number): number;
}

export interface ImportOfFile {
  /** As written: `#common/core/money.ts`, `./Field.tsx`, `zod`. */
  readonly specifier: string;
  /** A path in the project, or a package name. */
  readonly target: string;
  readonly isPackage: boolean;
  /** Erased at run time. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** Throws SyntaxError if the text is not TypeScript. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text, { astType: 'ts' });
  const error = errors[0];
  if (error) throw new SyntaxError(`${path}: ${error.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  return {
    path,
    text,
    program,
    module,
    lineAt,
    isTest: /\.test\.tsx?$|^tests\/|^web\/(ui|kit)\/render-[a-z-]+\.tsx$/.test(path),
    imports: readImports(path, text, module, lineAt),
  };
}

function readImports(
  path: string,
  text: string,
  module: EcmaScriptModule,
  lineAt: (offset: number) => number,
): ImportOfFile[] {
  const describe = (specifier: string, typeOnly: boolean, offset: number): ImportOfFile => ({
    specifier,
    typeOnly,
    line: lineAt(offset),
    ...resolveSpecifier(path, specifier),
  });
  const imports = module.staticImports.map((found) =>
    describe(
      found.moduleRequest.value,
      found.entries.length > 0 && found.entries.every((entry) => entry.isType),
      found.start,
    ),
  );
  const reexports = module.staticExports.flatMap((found) =>
    found.entries.flatMap((entry) =>
      entry.moduleRequest ? [describe(entry.moduleRequest.value, entry.isType, found.start)] : [],
    ),
  );
  const dynamic = module.dynamicImports.flatMap((found) => {
    const written = text.slice(found.moduleRequest.start, found.moduleRequest.end);
    const literal = /^['"](.+)['"]$/.exec(written);
    return literal?.[1] ? [describe(literal[1], false, found.start)] : [];
  });
  return [...imports, ...reexports, ...dynamic];
}

function resolveSpecifier(path: string, specifier: string): { target: string; isPackage: boolean } {
  if (specifier.startsWith('#')) return { target: specifier.slice(1), isPackage: false };
  if (!specifier.startsWith('.')) return { target: specifier, isPackage: true };
  const resolved = new URL(specifier.replace(/\?.*$/, ''), `file:///${path}`).pathname.slice(1);
  return { target: resolved, isPackage: false };
}
