import { expect, it } from 'vitest';
import { parseSource } from './source-file.ts';
import { checkWireNames } from './wire-names.ts';

const api = parseSource('common/payments/payments.api.ts', 'const body = { LoanAccountNumber: text };');

function problemsOf(path: string, text: string): string[] {
  return checkWireNames([api, parseSource(path, text)]).map(({ problem }) => problem);
}

const reads = 'const number = loan.LoanAccountNumber;';
const destructures = 'const { LoanAccountNumber: number } = loan;';
const makesCalls = "import { call } from '#web/data/client.ts';";

it.each([
  ['web/payments/Review.tsx', reads],
  ['web/payments/Review.tsx', destructures],
  ['server/payments/submit.command.ts', 'const answer = { LoanAccountNumber: number };'],
  ['web/payments/Review.tsx', `import type { Called } from '#web/data/client.ts'; ${reads}`],
])('%s must not mention a wire name: %s', (path, text) => {
  expect(problemsOf(path, text)).toEqual(['mentions the wire name LoanAccountNumber']);
});

it.each([
  ['common/payments/payments.wire.ts', reads],
  ['server/payments/payments.routes.ts', reads],
  ['web/payments/payments-data.ts', `${makesCalls} ${reads}`],
  ['web/payments/Review.tsx', 'const number = loan.accountNumber; const t = Temporal.Instant;'],
  ['web/payments/Review.tsx', "const Screen = (await import('./Loan.tsx')).LoanAccountNumber;"],
  ['server/payments/submit.test.ts', reads],
])('%s may: %s', (path, text) => {
  expect(problemsOf(path, text)).toEqual([]);
});
