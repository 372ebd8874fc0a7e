import { expect, it } from 'vitest';
import { checkOptionTests } from './option-tests.ts';
import { parseSource } from './source-file.ts';

const options = new Set(['pay.allow', 'pay.hideFee', 'pay.hideTotal', 'mail.from']);

function problems(test: string): string[] {
  const files = [parseSource('server/pay.ts', "use('pay.allow')"), parseSource('server/pay.test.ts', test)];
  return checkOptionTests(files, options).map(({ problem }) => problem);
}

it('requires a test that names the option in full', () => {
  expect(problems("under({ 'pay.allow': true, 'mail.from': '' }); hides(`pay.hide${field}`);")).toEqual([
    'no test names the option pay.hideFee',
    'no test names the option pay.hideTotal',
  ]);
});
