import type { UploadErrorCode } from '#common/documents/documents.api.ts';
import type { Services } from '#server/services.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';

/**
 * Why a file was refused, in the institution's words. Falls back to the default for a hidden text, because nothing else
 * explains the refusal.
 */
export function uploadMessage({ institution }: Pick<Services, 'institution'>, code: UploadErrorCode): string {
  return documentWords(institution.texts)(`uploadError.${code}`);
}
