import { expect, test } from 'vitest';
import { plainName } from './plain-name.ts';

test.each([
  ['O’Wei', "O'Wei"],
  ['O‘Wei', "O'Wei"],
  ['OʼWei', "O'Wei"],
  ['O´Wei', "O'Wei"],
  [' Ana María ', 'Ana María'],
  ['Ana Mari\u0301a', 'Ana María'],
  ["D'Arcy-Okafor", "D'Arcy-Okafor"],
])('%s is normalized to %s', (typed, kept) => {
  expect(plainName(typed)).toBe(kept);
});
