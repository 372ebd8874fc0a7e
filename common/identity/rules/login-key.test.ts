import { expect, it } from 'vitest';
import { loginKeyOf } from './login-key.ts';

it.each([
  ['case', 'Li.Wei', 'li.wei'],
  ['a blank that the keyboard of a phone added', 'li.wei ', 'li.wei'],
  ['blanks that were copied with it', ' \tli.wei\n', 'li.wei'],
  ['the encoding of a letter', 'rene\u0301', 'ren\u00e9'],
])('a username is the same regardless of %s', (_, typed, known) => {
  expect(loginKeyOf(typed)).toBe(loginKeyOf(known));
});

it('a username with a space inside is a different one', () => {
  expect(loginKeyOf('li wei')).not.toBe(loginKeyOf('liwei'));
});
