import { z } from 'zod';
import type { Exempt } from '#common/contract/named-objects.ts';
import { MAX_FILE_BYTES, MAX_NAME_LENGTH } from '#common/documents/rules/file-rules.ts';

export interface DeskFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

export const deskFile = z.custom<DeskFile>(
  (value) => typeof value === 'object' && value !== null && 'fileName' in value && 'content' in value,
);

export const documentId = z.uuid();

/** Base64 is a third longer; the file itself is measured where it is stored. */
export const MAX_BASE64_LENGTH = MAX_FILE_BYTES * 1.4;

/** A file that staff send. */
export const sentFile = {
  fileName: z.string().min(1).max(MAX_NAME_LENGTH),
  /** In base64. */
  content: z.base64().min(1).max(MAX_BASE64_LENGTH),
};

const storesFirst: Exempt = {
  exempt: 'a file is stored before its row, and a document has its own entry in the audit log',
};

const scansFirst: Exempt = {
  exempt: 'a file from before there was a scanner is scanned first, and one with a virus has its own entry',
};

/** A call that stores {@link sentFile}; the body has room for the other entries. */
export const storesFile = {
  keyed: true,
  recordsLate: storesFirst,
  maxBodyBytes: MAX_BASE64_LENGTH + 16 * 1024,
} as const;

/** A call that downloads a stored document. */
export const downloadsDocument = { recordsLate: scansFirst, answer: deskFile } as const;
