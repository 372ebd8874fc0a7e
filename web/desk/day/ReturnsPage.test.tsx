import { expect, test } from 'vitest';
import { isNews } from './ReturnsPage.tsx';

test.each([
  ['returned', true],
  ['failed', true],
  ['known', false],
  ['unmatched', false],
])('a file whose only notice became %s is offered to be taken: %s', (became, offered) => {
  expect([{ became }].some(isNews)).toBe(offered);
});
