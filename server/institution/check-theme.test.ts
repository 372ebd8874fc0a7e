import { expect, it } from 'vitest';
import type { Theme } from '#common/institution/institution.ts';
import { readableTheme, themeProblems } from './check-theme.ts';

const harbor: Theme = {
  brand: '#0b4a45',
  brandStrong: '#06322f',
  brandSoft: '#dcebe7',
  onBrand: '#ffffff',
  accent: '#b4692a',
};

it('the colors of the demonstration are legible', () => {
  expect(themeProblems(harbor)).toEqual([]);
});

it.each<[string, Partial<Theme>, string[]]>([
  ['text on the brand', { brand: '#8aa5a2' }, ['brand', 'onBrand', 'brandSoft']],
  ['text on the strong brand', { brandStrong: '#8aa5a2' }, ['brandStrong']],
  ['the brand on its soft neighbour', { brandSoft: '#2a6a65' }, ['brandSoft']],
  // White has more than 4.5 to 1 on this brand color, but only 4.1 after mixing.
  ['only the quieter text on the brand', { brand: '#7a6f00', brandSoft: '#ffffff' }, ['onBrand']],
])('%s needs 4.5 to 1', (_what, change, names) => {
  const problems = themeProblems({ ...harbor, ...change });
  expect(new Set(problems.map((problem) => /^theme\.(\w+):/.exec(problem)?.[1]))).toEqual(new Set(names));
});

it.each(['#1d4f91', '#ffee00', '#ffffff', '#000000', '#7f7f7f', '#e4002b'])(
  'a readable theme can be made around any brand color: %s',
  (color) => {
    expect(themeProblems(readableTheme(color))).toEqual([]);
  },
);

it('a brand color that is readable stays as it is', () => {
  expect(readableTheme('#1d4f91').brand).toBe('#1d4f91');
});
