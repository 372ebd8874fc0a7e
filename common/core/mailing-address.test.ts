import { describe, expect, test } from 'vitest';
import {
  cityKey,
  hasStrangeSigns,
  isSameAddress,
  type MailingAddress,
  sanitizeAddressText,
  sanitizeZipCode,
  trimAddress,
  validateAddress,
} from './mailing-address.ts';

const wharf: MailingAddress = { address1: '18 Wharf Street', city: 'Portland', state: 'ME', zipCode: '04101' };

describe('a mailing address', () => {
  test('is valid when complete', () => {
    expect(validateAddress(wharf)).toEqual({});
  });

  test.each([
    ['no street', { address1: '' }, { address1: 'addressError.addressRequired' }],
    ['only spaces for a street', { address1: '  ' }, { address1: 'addressError.addressRequired' }],
    ['45 characters', { address1: 'x'.repeat(45) }, {}],
    ['45 characters and spaces around them', { address1: ` ${'x'.repeat(45)} ` }, {}],
    ['46 characters', { address1: 'x'.repeat(46) }, { address1: 'addressError.addressTooLong' }],
    ['no city', { city: '' }, { city: 'addressError.cityRequired' }],
    ['a city of 20 characters', { city: 'x'.repeat(20) }, {}],
    ['a city of 21 characters', { city: 'x'.repeat(21) }, { city: 'addressError.cityTooLong' }],
    ['no state', { state: '' }, { state: 'addressError.stateRequired' }],
    ['an unknown state', { state: 'ZZ' }, { state: 'addressError.stateRequired' }],
    ['no zip code', { zipCode: '' }, { zipCode: 'addressError.zipRequired' }],
    ['four digits', { zipCode: '0410' }, { zipCode: 'addressError.zipInvalid' }],
    ['six digits', { zipCode: '041011' }, { zipCode: 'addressError.zipInvalid' }],
    ['letters among the digits', { zipCode: '0410a' }, { zipCode: 'addressError.zipInvalid' }],
  ])('with %s, such as %j, has the errors %j', (_name, change, errors) => {
    expect(validateAddress({ ...wharf, ...change })).toEqual(errors);
  });
});

test.each([
  ['18 Wharf Street, #4', '18 Wharf Street, #4'],
  ["O'Neil & Sons-Way 1/2", "O'Neil & Sons-Way 1/2"],
  ['  12  Main', '12 Main'],
  ['<b>12</b> Main; "x"', 'b12/b Main x'],
  ['Rua São João', 'Rua São João'],
])('%j is cleaned to %j', (typed, kept) => {
  expect(sanitizeAddressText(typed)).toBe(kept);
});

test.each([
  ['04101', '04101'],
  ['04101-2233', '04101'],
  ['a0b4', '04'],
])('of the zip code %j, the digits %j are kept', (typed, kept) => {
  expect(sanitizeZipCode(typed)).toBe(kept);
});

test.each([
  ['Saint Paul', 'ST. PAUL'],
  ['Sainte Marie', 'Ste. Marie'],
  ['Fort Kent', 'Ft Kent'],
  ['Mount Desert', 'MT DESERT'],
  ['North Adams', 'N. Adams'],
  ['South Paris', 's paris'],
  ['East Machias', 'E. Machias'],
  ['West Bath', 'W Bath'],
  ['  Portland ', 'Portland'],
  ['Old-Town', 'Oldtown'],
  ["Coeur d'Alene", 'Coeur D Alene'],
  ['Peñasco', 'Penasco'],
])('%s and %s are the same city', (one, other) => {
  expect(cityKey(one)).toBe(cityKey(other));
});

test.each([
  ['Portland', 'South Portland'],
  ['Stow', 'Stowe'],
])('%s and %s are different cities', (one, other) => {
  expect(cityKey(one)).not.toBe(cityKey(other));
});

test('signs that a field would drop are noticed, in the street and in the city', () => {
  expect(hasStrangeSigns(wharf)).toBe(false);
  expect(hasStrangeSigns({ ...wharf, address1: '<18 Wharf Street' })).toBe(true);
  expect(hasStrangeSigns({ ...wharf, city: 'Portland;' })).toBe(true);
});

test.each(['address1', 'city', 'state', 'zipCode'] as const)('an address with another %s is another one', (part) => {
  expect(isSameAddress(wharf, { ...wharf })).toBe(true);
  expect(isSameAddress(wharf, { ...wharf, [part]: 'x' })).toBe(false);
});

test('spaces around the street and the city are not stored', () => {
  expect(trimAddress({ ...wharf, address1: ' 18 Wharf Street ', city: ' Portland ' })).toEqual(wharf);
});
