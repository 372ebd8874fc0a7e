import type { Place } from '#common/contact/rules/branches.ts';

/** A point on the map: 0 to 1 from west to east and from north to south. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** The map's center and zoom; each level doubles all lengths. */
export interface MapView {
  readonly center: MapPoint;
  readonly zoom: number;
}

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

const FARTHEST_ZOOM = 3;
export const NEAREST_ZOOM = 16;

/** Pixels of the whole world at level 0, the web standard. */
const TILE_SIZE = 256;

/** Mercator would be infinite at the poles. */
const NORTHERNMOST = 85.0511;

export function toMapPoint({ latitude, longitude }: Place): MapPoint {
  const radians = (Math.max(-NORTHERNMOST, Math.min(NORTHERNMOST, latitude)) * Math.PI) / 180;
  return { x: (longitude + 180) / 360, y: (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2 };
}

/** The inverse of {@link toMapPoint}. */
export function toPlace({ x, y }: MapPoint): Place {
  return { latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, longitude: x * 360 - 180 };
}

export function worldSize(zoom: number): number {
  return TILE_SIZE * 2 ** zoom;
}

/** Returns a point's position in pixels from the map's upper left corner. */
export function toScreen(point: MapPoint, view: MapView, size: MapSize): MapPoint {
  const world = worldSize(view.zoom);
  return {
    x: (point.x - view.center.x) * world + size.width / 2,
    y: (point.y - view.center.y) * world + size.height / 2,
  };
}

export function moveView(view: MapView, pixels: MapPoint): MapView {
  const world = worldSize(view.zoom);
  const inWorld = (value: number) => Math.max(0, Math.min(1, value));
  return {
    ...view,
    center: { x: inWorld(view.center.x + pixels.x / world), y: inWorld(view.center.y + pixels.y / world) },
  };
}

export function zoomView(view: MapView, levels: number): MapView {
  return { ...view, zoom: Math.max(FARTHEST_ZOOM, Math.min(NEAREST_ZOOM, view.zoom + levels)) };
}

/** Keeps marks from being cut off at the edges. */
const MARGIN = 40;

/** Returns the closest view that shows all places, up to zoom `max`; without places, the whole country. */
export function viewOf(places: readonly Place[], size: MapSize, max: number): MapView {
  if (places.length === 0) return { center: toMapPoint({ latitude: 39.5, longitude: -98.35 }), zoom: FARTHEST_ZOOM };
  const points = places.map(toMapPoint);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let zoom = Math.min(max, NEAREST_ZOOM);
  const fits = () =>
    (east - west) * worldSize(zoom) <= size.width - 2 * MARGIN &&
    (south - north) * worldSize(zoom) <= size.height - 2 * MARGIN;
  while (zoom > FARTHEST_ZOOM && !fits()) zoom -= 1;
  return { center: { x: (west + east) / 2, y: (north + south) / 2 }, zoom };
}

const MILES_AROUND_EQUATOR = 24_901;

export function pixelsPerMile(view: MapView): number {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * view.center.y)));
  return worldSize(view.zoom) / (MILES_AROUND_EQUATOR * Math.cos(latitude));
}

/** Returns the longest round distance within `pixels`. */
export function scaleOf(view: MapView, pixels: number): { readonly miles: number; readonly width: number } {
  const perMile = pixelsPerMile(view);
  const lengths = [1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.2];
  const miles = lengths.find((length) => length * perMile <= pixels) ?? 0.1;
  return { miles, width: miles * perMile };
}

export function tilesOf(
  view: MapView,
  size: MapSize,
): { readonly column: number; readonly row: number; readonly at: MapPoint }[] {
  const count = 2 ** view.zoom;
  const tiles = [];
  const corner = {
    x: view.center.x * count - size.width / 2 / TILE_SIZE,
    y: view.center.y * count - size.height / 2 / TILE_SIZE,
  };
  for (let column = Math.floor(corner.x); column <= corner.x + size.width / TILE_SIZE; column++) {
    for (let row = Math.floor(corner.y); row <= corner.y + size.height / TILE_SIZE; row++) {
      if (column < 0 || row < 0 || column >= count || row >= count) continue;
      tiles.push({ column, row, at: { x: (column - corner.x) * TILE_SIZE, y: (row - corner.y) * TILE_SIZE } });
    }
  }
  return tiles;
}
