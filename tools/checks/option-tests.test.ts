import { expect, it } from 'vitest';
import { checkOptionTests } from './option-tests.ts';
import { parseSource } from './source-file.ts';

const options = new Set(['pay.allow', 'pay.hideFee', 'pay.hideTotal', 'mail.from']);

function problems(test: string, untested: readonly string[] = []): string[] {
  const files = [parseSource('server/pay.ts', "use('pay.allow')"), parseSource('server/pay.test.ts', test)];
  return checkOptionTests(files, options, untested).map(({ problem }) => problem);
}

it('requires a test that names the option in full', () => {
  expect(problems("under({ 'pay.allow': true, 'mail.from': '' }); hides(`pay.hide${field}`);")).toEqual([
    'no test names the option pay.hideFee',
    'no test names the option pay.hideTotal',
  ]);
});

it('keeps the list of options without a test short', () => {
  const test = "under({ 'pay.allow': true, 'pay.hideFee': true, 'mail.from': '' });";
  expect(problems(test, ['pay.hideTotal', 'mail.from', 'mail.gone'])).toEqual([
    'mail.from has a test, or no longer exists',
    'mail.gone has a test, or no longer exists',
  ]);
});
