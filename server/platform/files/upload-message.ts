import type { UploadErrorCode } from '#common/documents/documents.api.ts';
import type { Services } from '#server/services.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';

/** Why a file was not taken, in the institution's words; a hidden text is said all the same, for nothing else explains it. */
export function uploadMessage({ institution }: Services, code: UploadErrorCode): string {
  return documentWords(institution.texts)(`uploadError.${code}`);
}
