import { describe, expect, it } from 'vitest';
import {
  moveView,
  NEAREST_ZOOM,
  scaleOf,
  tilesOf,
  toMapPoint,
  toPlace,
  toScreen,
  viewOf,
  zoomView,
} from './mercator.ts';

const size = { width: 600, height: 400 };
const portland = { latitude: 43.6591, longitude: -70.2568 };
const boston = { latitude: 42.3601, longitude: -71.0589 };
const seattle = { latitude: 47.6062, longitude: -122.3321 };

describe('the Mercator projection', () => {
  it.each([
    [
      { latitude: 0, longitude: 0 },
      { x: 0.5, y: 0.5 },
    ],
    [
      { latitude: 0, longitude: -180 },
      { x: 0, y: 0.5 },
    ],
    [
      { latitude: 85.0511, longitude: 180 },
      { x: 1, y: 0 },
    ],
    // Tile 308, 373 of level 10 in the web's standard numbering.
    [portland, { x: 312.16 / 1024, y: 373.64 / 1024 }],
  ])('puts %j at %j', (place, point) => {
    expect(toMapPoint(place).x).toBeCloseTo(point.x, 3);
    expect(toMapPoint(place).y).toBeCloseTo(point.y, 3);
  });

  it('finds a place again from its point', () => {
    const { latitude, longitude } = toPlace(toMapPoint(portland));
    expect(latitude).toBeCloseTo(portland.latitude, 9);
    expect(longitude).toBeCloseTo(portland.longitude, 9);
  });
});

describe('a map view', () => {
  it.each([
    ['of one place is as near as asked for', [portland], 10, 10],
    ['of two places shows both', [portland, boston], 10, 7],
    ['of both coasts', [boston, seattle], 10, 3],
    ['without places shows the states', [], 10, 3],
  ])('%s', (_what, places, max, zoom) => {
    expect(viewOf(places, size, max).zoom).toBe(zoom);
  });

  it('contains every place it must show', () => {
    const view = viewOf([portland, boston], size, 10);
    for (const place of [portland, boston]) {
      const { x, y } = toScreen(toMapPoint(place), view, size);
      expect(x > 20 && x < 580 && y > 20 && y < 380).toBe(true);
    }
  });

  it('moves by pixels and stays within the world', () => {
    const view = viewOf([portland], size, 10);
    const point = toMapPoint(portland);
    expect(toScreen(point, moveView(view, { x: 80, y: -30 }), size)).toEqual({ x: 220, y: 230 });
    expect(moveView(view, { x: -1e9, y: 1e9 }).center).toEqual({ x: 0, y: 1 });
  });

  it('limits the zoom to useful levels', () => {
    const view = viewOf([portland], size, 10);
    expect([zoomView(view, 1).zoom, zoomView(view, 99).zoom, zoomView(view, -99).zoom]).toEqual([11, NEAREST_ZOOM, 3]);
  });

  it.each([
    [10, 5],
    [8, 20],
    [3, 500],
  ])('at level %d has a scale of %d miles', (zoom, miles) => {
    const scale = scaleOf({ ...viewOf([portland], size, 10), zoom }, 100);
    expect(scale.miles).toBe(miles);
    expect(scale.width).toBeLessThanOrEqual(100);
  });

  it('is covered by tiles without duplicates', () => {
    const tiles = tilesOf(viewOf([portland], size, 10), size);
    expect(new Set(tiles.map(({ column, row }) => `${column} ${row}`)).size).toBe(tiles.length);
    expect(tiles.some(({ column, row }) => column === 312 && row === 373)).toBe(true);
    expect(Math.min(...tiles.map(({ at }) => at.x))).toBeLessThanOrEqual(0);
    expect(Math.max(...tiles.map(({ at }) => at.x + 256))).toBeGreaterThanOrEqual(600);
  });
});
