import { expect, it } from 'vitest';
import { scrubReport } from './setup.routes.ts';

it.each([
  ['a card number', 'failed for 4242 4242 4242 4242', 'failed for [number]'],
  ['an account number', 'GET /x?accountNumber=101-004417-2', 'GET /x?accountNumber=[number]'],
  ['a token', `header ${'a'.repeat(43)}`, 'header [token]'],
  ['an email address', 'user sam@example.com failed', 'user [address] failed'],
  ['a password in an address', 'GET /x?password=Hunter2!&y=1', 'GET /x?password=[secret]&y=1'],
  ['secrets of a request', '{"Password":"a b","SecurityCode":"739"}', '"Password":[secret],"SecurityCode":[secret]'],
  [
    'secrets of a quoted request',
    String.raw`"{\"PasswordAnswer\":\"Rex, 2\"}"`,
    String.raw`"\"PasswordAnswer\":[secret]"`,
  ],
  ['the values of an object', "{ ssn: 219099999, userToken: 'abc' }", ' ssn: [secret], userToken: [secret] '],
  ['markup and templates', '<b>{{x}}</b>', 'bx/b'],
  ['a forged line', 'one\r\ntwo', 'one | two'],
])('removes %s from a client error', (_what, message, expected) => {
  expect(scrubReport({ message, stack: message, userAgent: '' })).toEqual({
    message: expected,
    stack: expected,
    userAgent: '',
  });
});

it.each([
  'Unexpected token < in JSON at position 0',
  "Cannot read properties of undefined (reading 'password')",
  'No text for login.passwordLabel',
])('the location of a client error is kept: %s', (message) => {
  const { message: kept } = scrubReport({ message, stack: '', userAgent: '' });
  expect(kept).toBe(message.replaceAll(/[<>]/g, ''));
});
