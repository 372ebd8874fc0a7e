import { mkdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeForOperator, PlainError } from './plain-error.ts';

it('tells in a sentence what an operator can fix, and everything else in full', async () => {
  expect(describeForOperator(new PlainError('Set the key.'))).toBe('Set the key.');
  const missing = await readFile('/no/such/file').catch((error: unknown) => error);
  expect(describeForOperator(missing)).toBe('/no/such/file: there is no such file or folder (ENOENT).');
  const closed = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/backups/1' });
  expect(describeForOperator(closed)).toMatch(/^\/backups\/1: this user may not .* \(EACCES\)\.$/);
  const taken = await mkdir('/').catch((error: unknown) => error);
  expect(describeForOperator(taken)).toBe(taken);
  const bug = new TypeError('x is not a function');
  expect(describeForOperator(bug)).toBe(bug);
});
