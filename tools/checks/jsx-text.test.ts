import { describe, expect, it } from 'vitest';
import { checkJsxText } from './jsx-text.ts';
import { parseSource } from './source-file.ts';

describe('literal text in JSX', () => {
  it.each([
    ['<p>Pay now</p>', 'Pay now'],
    [`<p>{'Pay now'}</p>`, 'Pay now'],
    ['<p>{`Pay ${amount}`}</p>', 'Pay'],
    [`<p>{late ? 'Past due' : null}</p>`, 'Past due'],
    [`<p>{late && ('Past due')}</p>`, 'Past due'],
    ['<>Pay now</>', 'Pay now'],
    ['<button aria-label="Close" />', 'Close'],
    ['<input placeholder={`Amount`} />', 'Amount'],
    [`<img alt={dark ? 'Logo' : undefined} />`, 'Logo'],
  ])('is found in %s', (jsx, text) => {
    expect(checkJsxText([parseSource('web/kit/Sample.tsx', `const a = ${jsx};`)])).toMatchObject([
      { file: 'web/kit/Sample.tsx', line: 1, problem: `contains the literal text “${text}”` },
    ]);
  });

  it.each([
    '<Text name="payments.payNow" />',
    `<p>{text('payments.payNow')}</p>`,
    '<p>{amount} / {total} · *</p>',
    '<div className="card" role="alert" type="button" />',
    `<p className={late ? 'late' : 'due'}>{amount}</p>`,
    '<img alt="" />',
    '<Field label="login.username" />',
  ])('is not reported in %s', (jsx) => {
    expect(checkJsxText([parseSource('web/kit/Sample.tsx', `const a = ${jsx};`)])).toEqual([]);
  });

  it('is reported with its line', () => {
    const violations = checkJsxText([parseSource('web/kit/Sample.tsx', 'const a = (\n<p>\n\n  Pay now\n</p>);')]);
    expect(violations).toMatchObject([{ line: 4 }]);
  });
});
