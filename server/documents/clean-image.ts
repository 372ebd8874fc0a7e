/**
 * A normal image has a few hundred parts. All are held in memory, so a file of millions of tiny ones would take many
 * times its size.
 */

/**
 * A normal image has a few hundred parts. All are held in memory, so a file of millions of tiny ones would take many
 * times its size.
 */
export const MAX_PARTS = 10_000;

/**
 * Removes metadata, such as place and camera, and appended data; keeps the orientation. Returns undefined unless it is
 * a complete JPEG.
 */
export function cleanJpeg(content: Buffer): Buffer | undefined {
  const kept: Buffer[] = [content.subarray(0, 2)];
  let orientation = 1;
  for (let at = 2, parts = 0; parts < MAX_PARTS; parts += 1) {
    const segment = readSegment(content, at);
    if (!segment) return undefined;
    const { marker, end } = segment;
    at = end;
    if (marker === 0xd9) {
      kept.push(segment.bytes);
      const [start = Buffer.alloc(0), ...rest] = kept;
      return Buffer.concat([start, ...orientationSegment(orientation), ...rest]);
    }
    if (marker === 0xe1) orientation = readOrientation(segment.bytes) ?? orientation;
    if (isNeeded(segment)) kept.push(segment.bytes);
  }
  return undefined;
}

interface Segment {
  readonly marker: number;
  /** Includes the marker and, for a scan, the image data that follows. */
  readonly bytes: Buffer;
  readonly end: number;
}

function readSegment(content: Buffer, at: number): Segment | undefined {
  let start = at;
  // Fill bytes may precede a marker.
  while (content[start] === 0xff && content[start + 1] === 0xff) start += 1;
  const marker = content[start + 1];
  if (content[start] !== 0xff || marker === undefined || marker === 0) return undefined;
  if (marker === 0xd9) return { marker, bytes: content.subarray(start, start + 2), end: start + 2 };
  // Of the markers without a length, 01 is meaningless and restarts occur only within scans.
  if (isRestart(marker) || marker === 0x01) return undefined;
  if (start + 4 > content.length) return undefined;
  const headEnd = start + 2 + content.readUInt16BE(start + 2);
  const end = marker === 0xda ? endOfScan(content, headEnd) : headEnd;
  return end > content.length ? undefined : { marker, bytes: content.subarray(start, end), end };
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/** Returns the position of the next marker; within a scan, FF is followed by 00, FF or a restart marker. */
function endOfScan(content: Buffer, from: number): number {
  let at = content.indexOf(0xff, from);
  while (at >= 0) {
    const next = content[at + 1] ?? 0;
    const isInside = next === 0 || next === 0xff || isRestart(next);
    if (!isInside) return at;
    at = content.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
  }
  return Number.POSITIVE_INFINITY;
}

/** Keeps everything except comments and application data. Two application segments are needed for colors. */
function isNeeded({ marker, bytes }: Segment): boolean {
  if (marker === 0xfe) return false;
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  if (!isApplication || marker === 0xe0 || marker === 0xee) return true;
  return marker === 0xe2 && bytes.subarray(4, 15).toString('latin1') === 'ICC_PROFILE';
}

const ORIENTATION_TAG = 0x0112;

function readOrientation(bytes: Buffer): number | undefined {
  if (bytes.subarray(4, 10).toString('latin1') !== 'Exif\0\0') return undefined;
  const tiff = bytes.subarray(10);
  const isLittleEndian = tiff.subarray(0, 2).toString('latin1') === 'II';
  const short = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = long(4);
    for (let index = 0; index < short(directory); index += 1) {
      const entry = directory + 2 + index * 12;
      if (short(entry) === ORIENTATION_TAG) return short(entry + 8);
    }
  } catch (error) {
    // The segment is truncated, so there is no orientation.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function orientationSegment(orientation: number): Buffer[] {
  if (orientation < 2 || orientation > 8) return [];
  const head = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex');
  head.writeUInt16BE(orientation, 28);
  return [head];
}

const PNG_SIGNATURE_BYTES = 8;

/** Chunks needed for display, including animation. */
const neededChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
);

/** Removes metadata. Returns undefined unless it is a complete PNG. */
export function cleanPng(content: Buffer): Buffer | undefined {
  const kept: Buffer[] = [content.subarray(0, PNG_SIGNATURE_BYTES)];
  for (let at = PNG_SIGNATURE_BYTES, parts = 0; at + 12 <= content.length && parts < MAX_PARTS; parts += 1) {
    const type = content.subarray(at + 4, at + 8).toString('latin1');
    const end = at + 12 + content.readUInt32BE(at);
    if (end > content.length) return undefined;
    if (neededChunks.has(type)) kept.push(content.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
}
