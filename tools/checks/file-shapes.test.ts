import { describe, expect, it } from 'vitest';
import { checkFileShapes } from './file-shapes.ts';
import { parseSource } from './source-file.ts';

describe('file names', () => {
  it.each(['web/kit/utils.ts', 'server/date-stuff/helpers.ts', 'web/kit/index.ts', 'web/kit/types.ts'])(
    'refuses the meaningless name %s',
    (path) => expect(problemsOf(path, 'export const a = 1;')).toHaveLength(1),
  );

  it.each(['web/kit/fieldErrors.ts', 'server/Clock.ts', 'web/kit/text_field.tsx'])('refuses the format of %s', (path) =>
    expect(problemsOf(path, 'export const a = 1;')).toHaveLength(1),
  );

  it.each([
    'web/kit/Field.tsx',
    'web/kit/Field.test.tsx',
    'web/routes.tsx',
    'server/identity/sign-in/sign-in.routes.ts',
    'server/identity/sign-in/sign-in.routes.test.ts',
    'tools/run.mjs',
  ])('accepts %s', (path) => expect(problemsOf(path, 'export const a = 1;')).toEqual([]));
});

describe('barrels', () => {
  it.each([
    `export * from './Field.tsx';`,
    `export { Field } from './Field.tsx'; export type { A } from './a.ts';`,
    `import { Field } from './Field.tsx'; export { Field };`,
  ])('refuses a file with nothing but %s', (text) => {
    expect(problemsOf('web/kit/all-fields.ts', text)).toEqual(['only re-exports other files']);
  });

  it('accepts a list that combines its parts', () => {
    const text = `import { a } from './a.ts'; export const contract = { ...a };`;
    expect(problemsOf('common/contract/all-apis.ts', text)).toEqual([]);
  });
});

describe('default exports', () => {
  it('are refused', () => {
    expect(problemsOf('web/kit/Field.tsx', 'export default function Field() {}')).toEqual(['has a default export']);
  });

  it('are allowed for tool configuration', () => {
    expect(problemsOf('vite.config.ts', 'export default {};')).toEqual([]);
  });
});

function problemsOf(path: string, text: string): string[] {
  return checkFileShapes([parseSource(path, text)]).map(({ problem }) => problem);
}
