import { fileTypeFromBuffer } from 'file-type';
import { failure, type Result, success } from '#common/core/results.ts';
import { type FileFormat, formatOfName } from '#common/documents/rules/file-rules.ts';
import { cleanJpeg, cleanPng } from './clean-image.ts';

export interface InspectedFile {
  readonly format: FileFormat;
  /** Without what pictures say of those who took them. */
  readonly content: Buffer;
}

/** What the first bytes show; the old Word format shares its frame with others. */
const formatsByType: Readonly<Record<string, FileFormat>> = {
  pdf: 'PDF',
  png: 'PNG',
  apng: 'PNG',
  jpg: 'JPEG',
  docx: 'DOCX',
  cfb: 'DOC',
};

/**
 * Whether a file holds what its name says. Everything else is refused: what no one
 * expects, as pages and drawings with code in them, needs no list of its own.
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

/** Nothing: it is damaged, or something else in the same frame. */
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

/** By the names under which Word keeps them; they stand readable in both formats. */
function hasMacros(format: FileFormat, content: Buffer): boolean {
  if (format === 'DOC') return content.includes(Buffer.from('_VBA_PROJECT', 'utf16le'));
  return format === 'DOCX' && content.includes('vbaProject.bin');
}
