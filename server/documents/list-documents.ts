import type { DocumentItem } from '#common/documents/documents.api.ts';
import type { FileFormat } from '#common/documents/rules/file-rules.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import type { Services } from '#server/services.ts';
import type { DocumentPlace } from './document-place.ts';
import { changeableUntil } from './change-upload.command.ts';
import { listDocuments } from './documents.queries.ts';

/** Format icons in `web/public`. */
const pictures: Readonly<Record<FileFormat, string>> = {
  PDF: '/document-icons/pdf.svg',
  PNG: '/document-icons/image.svg',
  JPEG: '/document-icons/image.svg',
  DOC: '/document-icons/word.svg',
  DOCX: '/document-icons/word.svg',
};

export async function listDocumentItems(
  { clock, database }: Pick<Services, 'clock' | 'database'>,
  session: Pick<Session, 'customerId' | 'userId'>,
  place: DocumentPlace,
): Promise<DocumentItem[]> {
  const documents = await listDocuments(database, session.customerId, place);
  return documents.map(({ documentId, displayName, format, uploadedAt, uploadedBy, fileType }) => ({
    FileId: documentId,
    DisplayName: displayName,
    Name: displayName,
    DisplayFormat: format,
    ImageUrl: pictures[format],
    DateUploaded: uploadedAt.toString(),
    FileType: fileType,
    ChangeableUntil: changeableUntil({ clock }, session, { uploadedBy, uploadedAt })?.toString() ?? null,
  }));
}
