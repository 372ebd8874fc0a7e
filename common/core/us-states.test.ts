import { expect, test } from 'vitest';
import { isUsState, isZipOfPostalArea, usStates } from './us-states.ts';

test('the list contains fifty states and DC, once each', () => {
  expect(new Set(usStates.map((state) => state.code)).size).toBe(51);
  expect(new Set(usStates.map((state) => state.name)).size).toBe(51);
});

test.each([
  ['MA', true],
  ['DC', true],
  ['ma', false],
  ['PR', true],
  ['AE', true],
  ['XX', false],
  ['', false],
])('%s is a state: %s', (code, known) => {
  expect(isUsState(code)).toBe(known);
});

test.each([
  ['PR', '00601', true],
  ['PR', '00801', false],
  ['AE', '09012', true],
  ['AP', '96201', true],
  ['AP', '34002', false],
  ['MA', '02139', undefined],
])('%s has the zip code %s: %s', (code, zip, has) => {
  expect(isZipOfPostalArea(code, zip)).toBe(has);
});
