import { expect, it } from 'vitest';
import { findSsn, isEmailLike, isSameEmail, listSsnsIn } from './person-facts.ts';
import { hasOnlyLoginNameCharacters, stripUnsafe } from './safe-input.ts';
import { hasAllowedCharacters } from './secret-answer.ts';

it.each([
  ['123-45-6789', '123456789'],
  ['123456789', '123456789'],
  ['12345678', undefined],
  ['1234567890', undefined],
  ['12345678a', undefined],
  ['123 45 6789', undefined],
])('as a Social Security number, "%s" is %s', (text, ssn) => {
  expect(findSsn(text)).toBe(ssn);
});

it.each([
  ['nothing here', []],
  ['a123-45-6789b', ['123456789']],
  ['1234567890', ['123456789', '234567890']],
  ['111111111-111111111', ['111111111']],
])('"%s" contains %j', (text, ssns) => {
  expect(listSsnsIn(text)).toEqual(ssns);
});

it.each([
  ['a@b', true],
  ['a@', false],
  ['@b', false],
  ['a b@c', false],
  ['a@b@c', false],
  ['ab', false],
])('"%s" resembles an email address: %s', (text, like) => {
  expect(isEmailLike(text)).toBe(like);
});

it('addresses are equal regardless of case, and an empty one matches none', () => {
  expect(isSameEmail(' Li@Example.com', 'li@example.com')).toBe(true);
  expect(isSameEmail('li@example.co', 'li@example.com')).toBe(false);
  expect(isSameEmail('', '')).toBe(false);
});

it('the input filter removes only quotes and angle brackets', () => {
  expect(stripUnsafe(`<a>'b'"c" & ;d`)).toBe('abc & ;d');
});

it.each([
  ['A.b_c-d@e9', true],
  ['a b', false],
  ['a+b', false],
  ['é', false],
  ['', false],
])('a username can be "%s": %s', (text, allowed) => {
  expect(hasOnlyLoginNameCharacters(text)).toBe(allowed);
});

it.each([
  ['St. Mary’s', false],
  ['Main St., 5', true],
  ['a<b', false],
])('a secret answer can be "%s": %s', (text, allowed) => {
  expect(hasAllowedCharacters(text, '^[A-Za-z0-9 .,?!@#$%&*()_+=:;/-]+$')).toBe(allowed);
});
