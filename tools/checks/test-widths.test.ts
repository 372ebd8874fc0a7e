import { expect, it } from 'vitest';
import { parseSource } from './source-file.ts';
import { checkTestWidths } from './test-widths.ts';

function linesOf(text: string, path = 'tests/e2e/pay.e2e.ts'): number[] {
  return checkTestWidths([parseSource(path, text)]).map(({ line }) => line);
}

it.each([
  "test('pays', { tag: '@desktop' }, async () => {});",
  "base('pays', { tag: ['@phone', '@slow'] }, async () => {});",
  "test(`${screen} fits`, { tag: '@both' }, async () => {});",
  "test.describe('a customer', { tag: '@phone' }, () => { test('pays', async () => {}); });",
  "await test.step('a part of a test', async () => {}); help('not a test');",
])('accepts %s', (text) => expect(linesOf(text)).toEqual([]));

it.each([
  "test('pays', async () => {});",
  "test('pays', { tag: '@slow' }, async () => {});",
  "test.describe('a customer', () => { test('pays', async () => {}); });",
  "test.describe('a customer', { tag: '@phone' }, () => { test('pays', { tag: '@both' }, async () => {}); });",
])('refuses %s', (text) => expect(linesOf(text)).toEqual([1]));

it('leaves other tests alone', () => {
  expect(linesOf("test('adds', () => {});", 'common/add.test.ts')).toEqual([]);
});
