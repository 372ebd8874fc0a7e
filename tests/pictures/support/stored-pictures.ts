import { comparePictures, type Tolerance } from './compare-pictures.ts';
import { halve, type Picture, readPng, writePng } from './png.ts';
import type { Variant } from './take-picture.ts';

/** The dark pictures show colors; the light ones show whether everything stands in its place. */
export function smaller(picture: Picture, scheme: Variant['scheme']): Picture {
  return scheme === 'dark' ? halve(picture) : picture;
}

/** Much stricter than between machines, so that leaving colors out uses up little of that. */
const whenStored: Tolerance = { perPixel: 36, changedPixels: 4, perArea: 6 };

/** With as few colors as show no difference. */
export function encodeSmall(picture: Picture): Buffer {
  for (const maxColors of [16, 32, 64]) {
    const file = writePng(picture, maxColors);
    if (comparePictures(readPng(file), picture, whenStored).same) return file;
  }
  return writePng(picture);
}
