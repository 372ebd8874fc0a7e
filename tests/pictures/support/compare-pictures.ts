import type { Picture } from './png.ts';

/** The differences allowed between pictures that count as the same. */
export interface Tolerance {
  /**
   * A pixel has changed if a channel differs by more than this. Drawing the same letters on another processor, or a
   * fraction of a pixel further, changes less.
   */
  readonly perPixel: number;
  /** A few pixels may change at the edges of letters. */
  readonly changedPixels: number;
  /** The average color of a small area, which shows another color of a surface, or another word. */
  readonly perArea: number;
}

const usual: Tolerance = { perPixel: 56, changedPixels: 6, perArea: 12 };

const AREA_SIDE = 8;

export interface Comparison {
  readonly same: boolean;
  /** Of all pixels, 0 to 1. */
  readonly changedShare: number;
  /** The expected picture, pale, with red where the actual one is different. */
  readonly difference: Picture;
}

export function comparePictures(expected: Picture, actual: Picture, tolerance = usual): Comparison {
  const width = Math.max(expected.width, actual.width);
  const height = Math.max(expected.height, actual.height);
  const changed = new Uint8Array(width * height);
  const sameSize = expected.width === actual.width && expected.height === actual.height;
  const count = markPixels(expected, actual, { width, height, changed, tolerance });
  const areas = markAreas(expected, actual, { width, height, changed, tolerance });
  return {
    same: sameSize && count <= tolerance.changedPixels && areas === 0,
    changedShare: changed.reduce((sum, each) => sum + each, 0) / changed.length,
    difference: { width, height, colors: paint(expected, { width, height, changed, tolerance }) },
  };
}

interface Marks {
  readonly width: number;
  readonly height: number;
  readonly changed: Uint8Array;
  readonly tolerance: Tolerance;
}

/** Marks the pixels that changed, and those that only one picture has. */
function markPixels(expected: Picture, actual: Picture, { width, height, changed, tolerance }: Marks): number {
  let count = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (has(expected, row, column) && has(actual, row, column) && !differs(expected, actual, row, column, tolerance))
        continue;
      changed[row * width + column] = 1;
      count += 1;
    }
  }
  return count;
}

function has({ width, height }: Picture, row: number, column: number): boolean {
  return row < height && column < width;
}

function differs(expected: Picture, actual: Picture, row: number, column: number, { perPixel }: Tolerance): boolean {
  const [inExpected, inActual] = [(row * expected.width + column) * 3, (row * actual.width + column) * 3];
  for (let channel = 0; channel < 3; channel += 1) {
    const difference = (expected.colors[inExpected + channel] ?? 0) - (actual.colors[inActual + channel] ?? 0);
    if (Math.abs(difference) > perPixel) return true;
  }
  return false;
}

/** Marks the areas whose average color changed. */
function markAreas(expected: Picture, actual: Picture, { width, changed, tolerance }: Marks): number {
  let count = 0;
  const rows = Math.min(expected.height, actual.height) - AREA_SIDE;
  const columns = Math.min(expected.width, actual.width) - AREA_SIDE;
  for (let row = 0; row <= rows; row += AREA_SIDE) {
    for (let column = 0; column <= columns; column += AREA_SIDE) {
      if (!averageDiffers(expected, actual, row, column, tolerance)) continue;
      count += 1;
      for (let line = row; line < row + AREA_SIDE; line += 1)
        changed.fill(1, line * width + column, line * width + column + AREA_SIDE);
    }
  }
  return count;
}

function averageDiffers(
  expected: Picture,
  actual: Picture,
  row: number,
  column: number,
  { perArea }: Tolerance,
): boolean {
  let [red, green, blue] = [0, 0, 0];
  for (let line = row; line < row + AREA_SIDE; line += 1) {
    let [inExpected, inActual] = [(line * expected.width + column) * 3, (line * actual.width + column) * 3];
    for (let pixel = 0; pixel < AREA_SIDE; pixel += 1, inExpected += 3, inActual += 3) {
      red += (expected.colors[inExpected] ?? 0) - (actual.colors[inActual] ?? 0);
      green += (expected.colors[inExpected + 1] ?? 0) - (actual.colors[inActual + 1] ?? 0);
      blue += (expected.colors[inExpected + 2] ?? 0) - (actual.colors[inActual + 2] ?? 0);
    }
  }
  return Math.max(Math.abs(red), Math.abs(green), Math.abs(blue)) > perArea * AREA_SIDE * AREA_SIDE;
}

const PALE = 0.3;

function paint(expected: Picture, { width, height, changed }: Marks): Uint8Array {
  const colors = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 3;
      if (changed[row * width + column]) {
        colors.set([255, 0, 0], at);
        continue;
      }
      const from = (row * expected.width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        colors[at + channel] = 255 - Math.round((255 - (expected.colors[from + channel] ?? 255)) * PALE);
    }
  }
  return colors;
}
