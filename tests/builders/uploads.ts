import { readdir } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { DocumentTables } from '#server/documents/documents-tables.ts';
import type { Services } from '#server/services.ts';

export interface UploadedFile {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly contentType?: string;
}

export const smallPdf: UploadedFile = {
  name: 'payslip.pdf',
  content: '%PDF-1.7\n%%EOF\n',
  contentType: 'application/pdf',
};

const BOUNDARY = 'passbook-test-boundary';

/** Builds a form with fields first and then one file, in the order of M 7. */
export function multipartBody(
  fields: Readonly<Record<string, unknown>>,
  file: UploadedFile,
): { readonly payload: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const parts = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, fieldText(value)));
  // Fuzzed calls may pass any type here.
  const type = `\r\ncontent-type: ${fieldText(file.contentType ?? 'application/octet-stream')}`;
  const content = file.content instanceof Uint8Array ? file.content : fieldText(file.content);
  const name = fieldText(file.name).replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  parts.push(part(`name="file"; filename="${name}"${type}`, content));
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function part(disposition: string, content: string | Uint8Array): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

/** Builds a Word document, as an uncompressed ZIP file, with `entries` added to the required ones. */
export function wordDocument(entries: Readonly<Record<string, string>> = {}): Buffer {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const all = {
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    'word/document.xml': '<document/>',
    ...entries,
  };
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, content] of Object.entries(all)) {
    const offset = Buffer.concat(locals).length;
    const sizes = [crc32(content), content.length, content.length];
    locals.push(record('504b0304', [20, 0, 0, 0, 0x21], sizes, [name.length, 0]), Buffer.from(name + content));
    const rest = [name.length, 0, 0, 0, 0];
    directory.push(record('504b0102', [20, 20, 0, 0, 0, 0x21], sizes, rest, [0, offset]), Buffer.from(name));
  }
  const [files, index] = [Buffer.concat(locals), Buffer.concat(directory)];
  const count = Object.keys(all).length;
  const end = record('504b0506', [0, 0, count, count], [index.length, files.length], [0]);
  return Buffer.concat([files, index, end]);
}

/** A signature, followed by alternating groups of two-byte and four-byte numbers. */
function record(signature: string, ...groups: readonly (readonly number[])[]): Buffer {
  const numbers = groups.flatMap((group, index) =>
    group.map((value) => {
      const bytes = Buffer.alloc(index % 2 === 0 ? 2 : 4);
      if (bytes.length === 2) bytes.writeUInt16LE(value);
      else bytes.writeUInt32LE(value);
      return bytes;
    }),
  );
  return Buffer.concat([Buffer.from(signature, 'hex'), ...numbers]);
}

/** Returns everything uploads could leave behind: rows, stored files and temporary files. */
export async function whatUploadsLeave({ database, config }: Pick<Services, 'database' | 'config'>) {
  const rows = await database.withTables<DocumentTables>().selectFrom('documents').select('storage_name').execute();
  const { files, incomingFolder } = config;
  const stored = 'folder' in files ? await listFiles(files.folder) : [];
  return { rows: rows.length, stored: stored.length, incoming: await listFiles(incomingFolder) };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
