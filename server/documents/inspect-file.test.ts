import { describe, expect, it } from 'vitest';
import { wordDocument } from '#tests/builders/uploads.ts';
import { cleanJpeg, cleanPng, MAX_PARTS } from './clean-image.ts';
import { inspectFile } from './inspect-file.ts';

const JPEG_START = Buffer.from('ffd8', 'hex');
/** Header, tables, a scan with an escaped FF and a restart marker, and the end. */
const JPEG_PICTURE = Buffer.from(
  'ffe000104a46494600010100000100010000ffdb0004ff00ffda0008010100003f00d2ff00cfffd020ffd9',
  'hex',
);

function exif(orientation: number, order: 'II' | 'MM' = 'MM'): Buffer {
  const tiff =
    order === 'MM'
      ? `4d4d002a00000008000101120003000000010${orientation.toString(16).padStart(3, '0')}000000000000`
      : `49492a0008000000010012010300010000000${orientation.toString(16)}00000000000000`;
  const body = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(tiff, 'hex'), Buffer.from('SERIAL 12345')]);
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, body.length + 2]), body]);
}

describe('a photo', () => {
  it('keeps only the image, byte for byte', () => {
    const remark = Buffer.from('fffe0008' + Buffer.from('secret').toString('hex'), 'hex');
    const taken = Buffer.concat([JPEG_START, exif(1), remark, JPEG_PICTURE, Buffer.from('<script>')]);
    expect(cleanJpeg(taken)?.toString('hex')).toBe(Buffer.concat([JPEG_START, JPEG_PICTURE]).toString('hex'));
  });

  it.each([
    [6, 'MM'],
    [8, 'II'],
  ] as const)('keeps its orientation: %i in the order %s', (orientation, order) => {
    const cleaned = cleanJpeg(Buffer.concat([JPEG_START, exif(orientation, order), JPEG_PICTURE]));
    expect(cleaned?.includes('SERIAL')).toBe(false);
    // The value of the one remaining entry.
    const at = (cleaned?.indexOf('Exif') ?? 0) + 6;
    expect(cleaned?.readUInt16BE(at + 18)).toBe(orientation);
    expect(cleanJpeg(cleaned ?? Buffer.alloc(0))?.equals(cleaned ?? Buffer.alloc(0)), 'cleaned is clean').toBe(true);
  });

  it.each([
    ['ends in a segment', 'ffd8ffe0001000'],
    ['ends in its scan', 'ffd8ffda0008010100003f00d2'],
    ['has no marker where one must be', 'ffd800'],
    ['is only its beginning', 'ffd8'],
    ['has a restart outside of a scan', 'ffd8ffd0ffd9'],
    ['has the last restart outside of a scan', 'ffd8ffd7ffd9'],
    ['has the marker without meaning', 'ffd8ff01ffd9'],
  ])('that %s is not an image', (_what, hex) => {
    expect(cleanJpeg(Buffer.from(hex, 'hex'))).toBeUndefined();
  });

  it.each([
    [MAX_PARTS, true],
    [MAX_PARTS + 1, false],
  ])('with %i parts is accepted: %s', (parts, isTaken) => {
    const remarks = Buffer.from('fffe0002'.repeat(parts - 1), 'hex');
    expect(cleanJpeg(Buffer.concat([JPEG_START, remarks, Buffer.from('ffd9', 'hex')])) !== undefined).toBe(isTaken);
  });
});

describe('a PNG', () => {
  const chunk = (type: string, data = '') => {
    const bytes = Buffer.from(data);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, Buffer.from(type), bytes, Buffer.alloc(4)]);
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const picture = [chunk('IHDR', 'x'.repeat(13)), chunk('gAMA', 'xxxx'), chunk('IDAT', 'xyz')];

  it('keeps the picture alone', () => {
    const taken = [signature, ...picture, chunk('tEXt', 'secret'), chunk('eXIf', 'GPS'), chunk('IEND')];
    const cleaned = cleanPng(Buffer.concat([...taken, Buffer.from('appended')]));
    expect(cleaned?.equals(Buffer.concat([signature, ...picture, chunk('IEND')]))).toBe(true);
  });

  it.each([
    ['has no end', Buffer.concat([signature, ...picture])],
    ['ends in a chunk', Buffer.concat([signature, ...picture, chunk('IDAT', 'x'.repeat(100))]).subarray(0, -50)],
  ])('that %s is not an image', (_what, content) => {
    expect(cleanPng(content)).toBeUndefined();
  });

  it.each([
    [MAX_PARTS, true],
    [MAX_PARTS + 1, false],
  ])('with %i parts is accepted: %s', (parts, isTaken) => {
    const empty = Array.from({ length: parts - 1 }, () => chunk('IDAT'));
    expect(cleanPng(Buffer.concat([signature, ...empty, chunk('IEND')])) !== undefined).toBe(isTaken);
  });
});

describe('the content of a file', () => {
  const macroType = 'application/vnd.ms-word.document.macroEnabled.main+xml';
  const macroTypes = `<Types><Override PartName="/word/document.xml" ContentType="${macroType}"/></Types>`;
  const word = (text: string) =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(504), Buffer.from(text, 'utf16le')]);
  it.each([
    ['a.pdf', Buffer.from('%PDF-1.4\n'), 'PDF'],
    ['a.doc', word('WordDocument'), 'DOC'],
    ['a.doc', word('Workbook'), 'FileContent'],
    ['a.doc', word('WordDocument _VBA_PROJECT_CUR'), 'FileMacros'],
    ['a.pdf', word('WordDocument'), 'FileContent'],
    ['a.docx', wordDocument(), 'DOCX'],
    ['a.docx', wordDocument({ 'word/vbaProject.bin': 'x' }), 'FileMacros'],
    ['a.docx', wordDocument({ '[Content_Types].xml': macroTypes }), 'FileMacros'],
    ['a.docx', Buffer.from('PK\u0003\u0004'), 'FileContent'],
    ['a.doc', wordDocument(), 'FileContent'],
    ['a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'FileContent'],
    ['a.pdf', Buffer.from('<!doctype html>'), 'FileContent'],
    ['a.pdf', Buffer.from('x'), 'FileContent'],
  ])('%s is recognized by its bytes (case %#)', async (name, content, expected) => {
    const inspected = await inspectFile(name, content);
    expect(inspected.ok ? inspected.value.format : inspected.error).toBe(expected);
  });
});
