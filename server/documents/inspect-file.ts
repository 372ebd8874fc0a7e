import { fileTypeFromBuffer } from 'file-type';
import { failure, type Result, success } from '#common/core/results.ts';
import { type FileFormat, formatOfName } from '#common/documents/rules/file-rules.ts';
import { cleanJpeg, cleanPng } from './clean-image.ts';

export interface InspectedFile {
  readonly format: FileFormat;
  /** Without image metadata. */
  readonly content: Buffer;
}

/** Detected from the first bytes; the old Word format shares its container with others. */
const formatsByType: Readonly<Record<string, FileFormat>> = {
  pdf: 'PDF',
  png: 'PNG',
  apng: 'PNG',
  jpg: 'JPEG',
  docx: 'DOCX',
  cfb: 'DOC',
};

/**
 * Checks that the content matches the file name. Uses an allow-list, so active content such as HTML or SVG is refused
 * without a list of its own.
 */
export async function inspectFile(
  name: string,
  received: Uint8Array,
): Promise<Result<InspectedFile, 'FileContent' | 'FileMacros'>> {
  const found = await fileTypeFromBuffer(received);
  if (found?.ext === 'docm') return failure('FileMacros');
  const format = formatsByType[found?.ext ?? ''];
  if (format === undefined || format !== formatOfName(name)) return failure('FileContent');
  const content = Buffer.from(received.buffer, received.byteOffset, received.byteLength);
  if (hasMacros(format, content)) return failure('FileMacros');
  const cleaned = cleanFile(format, content);
  return cleaned ? success({ format, content: cleaned }) : failure('FileContent');
}

/** Returns undefined if the file is damaged or has another format in the same container. */
function cleanFile(format: FileFormat, content: Buffer): Buffer | undefined {
  switch (format) {
    case 'JPEG':
      return cleanJpeg(content);
    case 'PNG':
      return cleanPng(content);
    case 'DOC':
      return content.includes(Buffer.from('WordDocument', 'utf16le')) ? content : undefined;
    case 'PDF':
    case 'DOCX':
      return content;
  }
}

/** Searches for the names Word uses for macros; they are readable in both formats. */
function hasMacros(format: FileFormat, content: Buffer): boolean {
  if (format === 'DOC') return content.includes(Buffer.from('_VBA_PROJECT', 'utf16le'));
  return format === 'DOCX' && content.includes('vbaProject.bin');
}
