import { expect, it } from 'vitest';
import { isSameFirstName, isSameName, namesOwner } from './person-names.ts';

it.each([
  ['Reyes', 'Reyes', true],
  ['REYES', 'Reyes', true],
  ['OLOWELL', 'O’Lowell', true],
  ['Pena', 'Peña', true],
  ['Peña', 'Peña', true],
  ['Walesa', 'Wałęsa', true],
  ['Smith Jones', 'Smith-Jones', true],
  ['Lowel', 'Lowell', false],
  ['Smith', 'Smith-Jones', false],
  ['', '', false],
  ['-', '.', false],
])('the last name %j for %j: %j', (typed, known, same) => {
  expect(isSameName(typed, known)).toBe(same);
});

it.each([
  ['Tomas', 'Tomas', true],
  ['Tom', 'Tomas', true],
  ['To', 'Tomas', false],
  ['Tomás', 'Tomas', true],
  ['tomas j', 'Tomas', true],
  ['Tomas J.', 'Tomas', true],
  ['Tomas', 'Tomas James', true],
  ['Tomas James', 'Tomas', true],
  ['TJ', 'T.J.', true],
  ['Thomas', 'Tomas', false],
  ['James', 'Tomas James', false],
  ['Henrietta', 'Harriet', false],
  ['Tomasina', 'Tom', true],
  ['', 'Tomas', false],
  ['Tomas', '', false],
])('the first name %j for %j: %j', (typed, known, same) => {
  expect(isSameFirstName(typed, known)).toBe(same);
});

it.each([
  ['Margaret Okafor', 'Margaret Okafor', true],
  ['OKAFOR, MARGARET A', 'Margaret Okafor', true],
  ['Margaret & John Okafor', 'Margaret Okafor', true],
  ['Margaret Okafor', 'Margaret A. Okafor', true],
  ['Acme Supply', 'Acme Supply', true],
  ['John Okafor', 'Margaret Okafor', false],
  ['Margaret Stone', 'Margaret Okafor', false],
  ['', 'Margaret Okafor', false],
  ['Margaret Okafor', '', false],
])('the bank account of %j belongs to %j: %j', (owner, customer, same) => {
  expect(namesOwner(owner, customer)).toBe(same);
});
