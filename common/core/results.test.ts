import { expect, test } from 'vitest';
import { failure, type Result, success } from './results.ts';

function half(value: number): Result<number, 'Odd'> {
  return value % 2 === 0 ? success(value / 2) : failure('Odd');
}

test('a result is either a value or the name of a failure', () => {
  expect(half(4)).toEqual({ ok: true, value: 2 });
  expect(half(3)).toEqual({ ok: false, error: 'Odd' });
});
