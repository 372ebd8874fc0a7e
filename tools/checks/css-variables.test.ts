import { describe, expect, it } from 'vitest';
import { checkCssVariables } from './css-variables.ts';
import { parseSource } from './source-file.ts';

const tokens = ':root { --ink: #111; --line:#ccc }\n@media print { :root { --page: white; } }';

describe('CSS variables', () => {
  it('may be set in any style sheet or by a component', () => {
    const source = "export const share = { '--share': '40%' };";
    expect(problemsOf('.a { color: var(--ink); width: var(--share); background: var( --page ); }', source)).toEqual([]);
  });

  it('may have a fallback instead', () => {
    expect(problemsOf('.a { color: var(--accent, black); }')).toEqual([]);
  });

  it('are reported with their line if nothing sets them', () => {
    expect(problemsOf('.a {\n  color: var(--ink);\n  border-color: var(--lines);\n}')).toEqual([
      'web/kit/Card.module.css:3 uses --lines, which nothing sets',
    ]);
  });
});

function problemsOf(css: string, source = 'export {};'): string[] {
  return checkCssVariables(
    [parseSource('web/kit/Card.tsx', source)],
    [
      { path: 'web/ui/tokens.css', text: tokens },
      { path: 'web/kit/Card.module.css', text: css },
    ],
  ).map(({ file, line, problem }) => `${file}:${line} ${problem}`);
}
