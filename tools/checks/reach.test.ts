import { expect, it } from 'vitest';
import { checkReach } from './reach.ts';
import { parseSource } from './source-file.ts';

const files = [
  parseSource('server/payments/submit.ts', "import { a } from './a.ts'; import type { T } from './types.ts';"),
  parseSource('server/payments/a.ts', "import { b } from './b.ts'; import { c } from '#common/core/money.ts';"),
  parseSource('server/payments/b.ts', "import { a } from './a.ts';"),
  parseSource('server/payments/types.ts', "import { d } from './d.ts';"),
];

const problemsOf = (expected: number, start = 'server/payments/submit.ts') =>
  checkReach(files, { start, within: 'server/payments/', expected }).map(({ problem }) => problem);

it('counts files once, without types and without other folders', () => {
  expect(problemsOf(3)).toEqual([]);
});

it.each([2, 4])('reports a count other than %i', (expected) => {
  expect(problemsOf(expected)).toEqual([`enters 3 files of server/payments/, not ${expected}`]);
});

it('reports a flow whose first file was moved', () => {
  expect(problemsOf(1, 'server/payments/moved.ts')).toEqual(['does not exist']);
});
