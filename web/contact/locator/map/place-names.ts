import type { MapPoint, MapSize } from './mercator.ts';

export interface NamedPoint {
  readonly name: string;
  /** In pixels. */
  readonly at: MapPoint;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const LETTER_WIDTH = 7;
const LINE_HEIGHT = 16;
const MARK_RADIUS = 17;

/** Where a mark's name begins, right of its middle. */
const MARK_NAME_AT = 20;

/**
 * Returns the names that fit on the map beside those before them, without covering a mark.
 * @param marks with the name that is shown beside it, or without one
 */
export function placeNames(named: readonly NamedPoint[], marks: readonly NamedPoint[], size: MapSize): NamedPoint[] {
  const taken: Box[] = marks.map(({ name, at: { x, y } }) => ({
    left: x - MARK_RADIUS,
    right: x + (name === '' ? MARK_RADIUS : MARK_NAME_AT + name.length * LETTER_WIDTH),
    top: y - MARK_RADIUS,
    bottom: y + MARK_RADIUS,
  }));
  return named.filter(({ name, at }) => {
    const half = LINE_HEIGHT / 2;
    const box = { left: at.x - 4, right: at.x + 7 + name.length * LETTER_WIDTH, top: at.y - half, bottom: at.y + half };
    if (box.left < 0 || box.right > size.width || box.top < 0 || box.bottom > size.height) return false;
    if (taken.some((other) => overlaps(box, other))) return false;
    taken.push(box);
    return true;
  });
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
