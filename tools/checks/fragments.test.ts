import { describe, expect, it } from 'vitest';
import { checkFragments } from './fragments.ts';
import { parseSource } from './source-file.ts';

const small = 'export const a = 1;\n';
const usesIt = `import { a } from './a.ts';\nexport const b = a;\n`;
const at24 = small.repeat(1) + '// line\n'.repeat(23);
const at25 = small.repeat(1) + '// line\n'.repeat(24);

describe('small files with a single importer', () => {
  it('are reported with the file they belong in', () => {
    expect(problemsOf({ 'server/a.ts': at24, 'server/b.ts': usesIt })).toMatchObject([
      { file: 'server/a.ts', fix: 'Move it into server/b.ts.' },
    ]);
  });

  it.each<[string, Record<string, string>]>([
    ['it has 25 lines', { 'server/a.ts': at25, 'server/b.ts': usesIt }],
    ['two files import it', { 'server/a.ts': small, 'server/b.ts': usesIt, 'server/c.ts': usesIt }],
    ['its importer would pass 250 lines', { 'server/a.ts': small, 'server/b.ts': usesIt + '// line\n'.repeat(248) }],
    [
      'it is a rule with a table of cases',
      { 'common/x/rules/a.ts': small, 'common/x/rules/b.ts': usesIt, 'common/x/rules/a.test.ts': usesIt },
    ],
    ['it is a screen in a list of screens', { 'web/a.ts': small, 'web/public-routes.tsx': usesIt }],
    ['it is a primitive', { 'web/ui/a.ts': small, 'web/ui/b.ts': usesIt }],
  ])('are fine where %s', (_, files) => {
    expect(problemsOf(files)).toEqual([]);
  });

  it("don't count tests as importers", () => {
    const files = { 'server/a.ts': small, 'server/b.ts': usesIt, 'server/a.test.ts': usesIt };
    expect(problemsOf(files)).toHaveLength(1);
  });

  it('may be listed with a reason, and the list has no outdated entries', () => {
    const files = { 'server/a.ts': small, 'server/b.ts': usesIt };
    expect(problemsOf(files, { 'server/a.ts': 'runs in a thread' })).toEqual([]);
    expect(problemsOf({ 'server/a.ts': small }, { 'server/a.ts': 'runs in a thread' })).toHaveLength(1);
  });
});

function problemsOf(files: Readonly<Record<string, string>>, exceptions: Readonly<Record<string, string>> = {}) {
  const sources = Object.entries(files).map(([path, text]) => parseSource(path, text));
  return checkFragments(sources, exceptions);
}
