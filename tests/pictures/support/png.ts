import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Three bytes of color for each pixel, row after row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly colors: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUE_COLOR = 2;
const PALETTE = 3;
const TRUE_COLOR_WITH_ALPHA = 6;
const channelsOfType: Readonly<Record<number, number>> = { [TRUE_COLOR]: 3, [PALETTE]: 1, [TRUE_COLOR_WITH_ALPHA]: 4 };
const MAX_COLORS = 256;

/** Reads the kinds of PNG that Chromium and {@link writePng} write: eight bits, not interlaced. */
export function readPng(file: Buffer): Picture {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('This is no PNG file.');
  const chunks = [...chunksOf(file)];
  const header = chunks[0]?.content ?? Buffer.alloc(0);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, type = -1, , , interlaced] = header.subarray(8);
  const channels = channelsOfType[type];
  const isKnown = depth === 8 || (depth === 4 && type === PALETTE);
  if (!isKnown || channels === undefined || interlaced !== 0) throw new Error('This kind of PNG is not supported.');
  const contentOf = (name: string) =>
    Buffer.concat(chunks.filter((chunk) => chunk.name === name).map((c) => c.content));
  const stride = Math.ceil((width * channels * depth) / 8);
  const bytes = undoFilters(inflateSync(contentOf('IDAT')), { stride, height, channels });
  const samples = depth === 4 ? halvesOf(bytes, { width, height, stride }) : bytes;
  return { width, height, colors: colorsOf(samples, channels, contentOf('PLTE')) };
}

function* chunksOf(file: Buffer): Generator<{ readonly name: string; readonly content: Buffer }> {
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at);
    yield { name: file.toString('latin1', at + 4, at + 8), content: file.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

interface Layout {
  /** Bytes of a row. */
  readonly stride: number;
  readonly height: number;
  readonly channels: number;
}

/** Each row begins with the number of the filter that was applied to it. */
function undoFilters(packed: Buffer, { stride, height, channels }: Layout): Uint8Array {
  const bytes = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = packed[row * (stride + 1)];
    const from = row * (stride + 1) + 1;
    const to = row * stride;
    for (let index = 0; index < stride; index += 1) {
      const left = index < channels ? 0 : (bytes[to + index - channels] ?? 0);
      const above = row === 0 ? 0 : (bytes[to + index - stride] ?? 0);
      const corner = row === 0 || index < channels ? 0 : (bytes[to + index - stride - channels] ?? 0);
      bytes[to + index] = (packed[from + index] ?? 0) + predict(filter, left, above, corner);
    }
  }
  return bytes;
}

function predict(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? nearest(left, above, corner) : 0;
}

/** The Paeth predictor of the PNG specification. */
function nearest(left: number, above: number, corner: number): number {
  const [toLeft, toAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

interface Halves {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
}

/** Two pixels in each byte. */
function halvesOf(bytes: Uint8Array, { width, height, stride }: Halves): Uint8Array {
  const samples = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const both = bytes[row * stride + (column >> 1)] ?? 0;
      samples[row * width + column] = column % 2 === 0 ? both >> 4 : both & 15;
    }
  }
  return samples;
}

function colorsOf(bytes: Uint8Array, channels: number, palette: Buffer): Uint8Array {
  if (channels === 3) return bytes;
  const pixels = bytes.length / channels;
  const colors = new Uint8Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const [source, start] = channels === 1 ? [palette, (bytes[pixel] ?? 0) * 3] : [bytes, pixel * channels];
    for (let channel = 0; channel < 3; channel += 1) colors[pixel * 3 + channel] = source[start + channel] ?? 0;
  }
  return colors;
}

/** Writes a small file, with the colors that matter most; each of the others gets the nearest of them. */
export function writePng({ width, height, colors }: Picture, maxColors = MAX_COLORS): Buffer {
  const rounded = new Uint16Array(width * height);
  for (let pixel = 0; pixel < rounded.length; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = [colors[pixel * 3], colors[pixel * 3 + 1], colors[pixel * 3 + 2]];
    rounded[pixel] = (round(red) << 10) | (round(green) << 5) | round(blue);
  }
  const { palette, indexOf } = choosePalette(rounded, maxColors);
  const depth = palette.length > 16 ? 8 : 4;
  const stride = Math.ceil((width * depth) / 8) + 1;
  const rows = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const index = indexOf[rounded[row * width + column] ?? 0] ?? 0;
      const at = row * stride + 1 + ((column * depth) >> 3);
      rows[at] = (rows[at] ?? 0) | (depth === 4 && column % 2 === 0 ? index << 4 : index);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, PALETTE, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Colors are rounded to 32 levels for each channel. */
const MAX_LEVEL = 31;

function round(channel: number): number {
  return Math.round((channel * MAX_LEVEL) / 255);
}

function channelsOf(rounded: number): [number, number, number] {
  const level = (shift: number) => Math.round((((rounded >> shift) & MAX_LEVEL) * 255) / MAX_LEVEL);
  return [level(10), level(5), level(0)];
}

interface Palette {
  readonly palette: readonly number[];
  /** The place in the palette, by rounded color. */
  readonly indexOf: Uint8Array;
}

/** Takes one color after the other: the one whose pixels would be furthest from those taken. */
function choosePalette(rounded: Uint16Array, maxColors: number): Palette {
  const counts = new Uint32Array(1 << 15);
  for (const color of rounded) counts[color] = (counts[color] ?? 0) + 1;
  const used = [...counts.keys()]
    .filter((color) => counts[color])
    .map((color) => ({ color, channels: channelsOf(color), count: counts[color] ?? 0, index: 0, distance: Infinity }));
  const palette: number[] = [];
  while (palette.length < maxColors) {
    const weightOf = ({ count, distance }: (typeof used)[number]) => count * Math.min(distance, 1_000);
    const next = used.reduce((best, each) => (weightOf(each) > weightOf(best) ? each : best));
    if (next.distance === 0) break;
    for (const each of used) {
      const distance = distanceOf(each.channels, next.channels);
      if (distance < each.distance) Object.assign(each, { distance, index: palette.length });
    }
    palette.push(next.color);
  }
  const indexOf = new Uint8Array(counts.length);
  for (const { color, index } of used) indexOf[color] = index;
  return { palette, indexOf };
}

function distanceOf([red, green, blue]: [number, number, number], other: [number, number, number]): number {
  return Math.abs(red - other[0]) + Math.abs(green - other[1]) + Math.abs(blue - other[2]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** Half as wide and half as high; each pixel is the average of four. */
export function halve({ width, height, colors }: Picture): Picture {
  const half = { width: width >> 1, height: height >> 1 };
  const averages = new Uint8Array(half.width * half.height * 3);
  for (let row = 0; row < half.height; row += 1) {
    for (let index = 0; index < half.width * 3; index += 1) {
      const above = row * 2 * width * 3 + Math.floor(index / 3) * 6 + (index % 3);
      const below = above + width * 3;
      const sum = (colors[above] ?? 0) + (colors[above + 3] ?? 0) + (colors[below] ?? 0) + (colors[below + 3] ?? 0);
      averages[row * half.width * 3 + index] = Math.round(sum / 4);
    }
  }
  return { ...half, colors: averages };
}
