import { expect, it } from 'vitest';
import { checkPublicFiles } from './public-files.ts';
import { parseSource } from './source-file.ts';

const notify = 'server/identity/users/notify.ts';

function problemsOf(path: string, specifier: string, publicFiles: readonly string[]): string[] {
  const file = parseSource(path, `import { it } from '${specifier}';`);
  return checkPublicFiles([file], publicFiles).map(({ problem }) => problem);
}

it('a module may import the public files of another, and all of its own', () => {
  expect(problemsOf('server/payments/receipt.ts', '#server/identity/users/notify.ts', [notify])).toEqual([]);
  expect(problemsOf('server/payments/receipt.ts', './payments.queries.ts', [])).toEqual([]);
  expect(problemsOf('web/payments/Review.tsx', '#web/kit/Text.tsx', [])).toEqual([]);
});

it.each([
  ['server/payments/receipt.ts', '#server/identity/sign-in/sign-in.queries.ts'],
  ['web/accounts/Dashboard.tsx', '../payments/payment-plan.ts'],
])('%s must not import %s', (path, specifier) => {
  expect(problemsOf(path, specifier, [])).toEqual([`imports ${specifier}, which is not a public file of its module`]);
});

it('a test may import anything', () => {
  expect(problemsOf('server/payments/receipt.test.ts', '#server/identity/sign-in/sign-in.queries.ts', [])).toEqual([]);
});

it('a public file that no other module imports is removed from the list', () => {
  expect(problemsOf('server/identity/sign-in/sign-in.ts', '#server/identity/users/notify.ts', [notify])).toEqual([
    'is public, but no other module imports it',
  ]);
});
