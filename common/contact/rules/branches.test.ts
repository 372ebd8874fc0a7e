import { describe, expect, it } from 'vitest';
import { type Branch, isOnMap, milesBetween, sortByDistance } from './branches.ts';

const portland = { latitude: 43.6591, longitude: -70.2568 };
const boston = { latitude: 42.3601, longitude: -71.0589 };
const honolulu = { latitude: 21.3069, longitude: -157.8583 };

function branch(name: string, place: { latitude: number; longitude: number }): Branch {
  return { name, streetAddress: '', city: '', state: 'ME', zip: '', phoneNumber: '', ...place };
}

describe('a branch', () => {
  it.each([
    [43.6, -70.2, true],
    [0, -70.2, false],
    [43.6, 0, false],
    [43.6, 0.1, false],
    [43.6, -0.1, true],
    [-14.3, -170.7, true],
  ])('at %d, %d is on the map: %s', (latitude, longitude, shown) => {
    expect(isOnMap({ latitude, longitude })).toBe(shown);
  });
});

describe('the distance', () => {
  it.each([
    ['from a place to itself', portland, portland, 0],
    ['from Portland to Boston', portland, boston, 99],
    ['and back', boston, portland, 99],
    ['to Honolulu', boston, honolulu, 5_084],
  ])('%s', (_what, from, to, miles) => {
    expect(milesBetween(from, to)).toBeCloseTo(miles, -1);
  });
});

describe('branches', () => {
  const branches = [
    branch('Boston', boston),
    branch('Van', { latitude: 0, longitude: 0 }),
    branch('Portland', portland),
  ];
  const names = (from: typeof portland | null) => sortByDistance(branches, from).map((nearby) => nearby.branch.name);

  it('are sorted nearest first, those without a position last', () => {
    expect(names(portland)).toEqual(['Portland', 'Boston', 'Van']);
    expect(names(boston)).toEqual(['Boston', 'Portland', 'Van']);
  });

  it('keep their order without a starting point', () => {
    expect(names(null)).toEqual(['Boston', 'Van', 'Portland']);
  });

  it('have no distance without a position', () => {
    expect(sortByDistance(branches, portland).at(-1)?.miles).toBeNull();
  });
});
