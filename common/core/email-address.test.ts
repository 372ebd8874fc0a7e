import { expect, test } from 'vitest';
import { emailKeyOf, isEmailAddress } from './email-address.ts';

const host = `${'a'.repeat(60)}.example.com`;

test.each([
  ['harriet.lowell@example.com', true],
  ["o'brien+loans@mail.example.co.uk", true],
  ['harriet', false],
  ['harriet@', false],
  ['@example.com', false],
  ['harriet@example', false],
  ['harriet@example..com', false],
  ['harriet@-example.com', false],
  ['two@at@example.com', false],
  ['with space@example.com', false],
  ['line\nbreak@example.com', false],
  ['<harriet@example.com>', false],
  [`${'a'.repeat(64)}@example.com`, true],
  [`${'a'.repeat(65)}@example.com`, false],
  [`a@${'b'.repeat(63)}.example.com`, true],
  [`a@${'b'.repeat(64)}.example.com`, false],
  [`${'a'.repeat(37)}@${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(21)}.${host}`, true],
  [`${'a'.repeat(38)}@${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(21)}.${host}`, false],
])('%s is an address: %s', (text, valid) => {
  expect(isEmailAddress(text)).toBe(valid);
});

test('addresses are the same in any case', () => {
  expect(emailKeyOf(' Harriet.Lowell@Example.com ')).toBe('harriet.lowell@example.com');
});
