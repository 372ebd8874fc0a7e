import { expect, test } from 'vitest';
import { isUsState, usStates } from './us-states.ts';

test('fifty states and DC are known once each', () => {
  expect(new Set(usStates.map((state) => state.code)).size).toBe(51);
  expect(new Set(usStates.map((state) => state.name)).size).toBe(51);
});

test.each([
  ['MA', true],
  ['DC', true],
  ['ma', false],
  ['PR', false],
  ['', false],
])('%s is a state: %s', (code, known) => {
  expect(isUsState(code)).toBe(known);
});
