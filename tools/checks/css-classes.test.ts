import { describe, expect, it } from 'vitest';
import { checkCssClasses } from './css-classes.ts';
import { parseSource } from './source-file.ts';

const css = `/* .note */
.card { color: var(--ink); }
.card:hover, .card .title::before { content: '.5'; }
@media (width < 40rem) {
  .wide { display: none; }
}`;

describe('classes of CSS modules', () => {
  it('are all used', () => {
    expect(
      problemsOf(`<p className={styles.card}><b className={styles['title']} /><i className={styles.wide} /></p>`),
    ).toEqual([]);
  });

  it('are reported with their line if unused', () => {
    expect(problemsOf('<p className={styles.card}><b className={styles.title} /></p>')).toEqual([
      'web/kit/Card.module.css:5 .wide is not used',
    ]);
  });

  it("are reported if they don't exist", () => {
    const problems = problemsOf('<p className={styles.card}>{styles.title}{styles.wide}{styles.gone}</p>');
    expect(problems).toEqual(['web/kit/Card.tsx:2 uses the class gone, which web/kit/Card.module.css does not define']);
  });

  it('may be chosen by a value', () => {
    expect(problemsOf('<p className={styles[state]} />')).toEqual([]);
  });
});

function problemsOf(jsx: string): string[] {
  const source = parseSource('web/kit/Card.tsx', `import styles from './Card.module.css';\nexport const a = ${jsx};`);
  return checkCssClasses([source], [{ path: 'web/kit/Card.module.css', text: css }]).map(
    ({ file, line, problem }) => `${file}:${line} ${problem}`,
  );
}
