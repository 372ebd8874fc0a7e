import { describe, expect, it } from 'vitest';
import { checkCycles } from './cycles.ts';
import { parseSource } from './source-file.ts';

describe('circular imports', () => {
  it('are found across several files', () => {
    const violations = checkCycles([
      parseSource('server/a.ts', `import { b } from './b.ts';`),
      parseSource('server/b.ts', `\nimport { c } from './inner/c.ts';`),
      parseSource('server/inner/c.ts', `import { a } from '#server/a.ts';`),
    ]);
    expect(violations).toMatchObject([
      {
        file: 'server/inner/c.ts',
        line: 1,
        problem: 'imports itself: server/a.ts → server/b.ts → server/inner/c.ts → server/a.ts',
      },
    ]);
  });

  it('are not two ways to the same file', () => {
    const files = [
      parseSource('server/a.ts', `import { b } from './b.ts'; import { c } from './c.ts';`),
      parseSource('server/b.ts', `import { c } from './c.ts';`),
      parseSource('server/c.ts', ''),
    ];
    expect(checkCycles(files)).toEqual([]);
  });

  it('include type imports', () => {
    const files = [
      parseSource('server/a.ts', `import { b } from './b.ts';`),
      parseSource('server/b.ts', `import type { A } from './a.ts';`),
    ];
    expect(checkCycles(files)).toMatchObject([{ file: 'server/b.ts' }]);
  });
});
