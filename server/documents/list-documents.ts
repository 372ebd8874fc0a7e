import type { ListedDocument } from '#common/documents/documents.wire.ts';
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

export async function listShownDocuments(
  { clock, database }: Pick<Services, 'clock' | 'database'>,
  session: Pick<Session, 'customerId' | 'userId'>,
  place: DocumentPlace,
): Promise<ListedDocument[]> {
  const documents = await listDocuments(database, session.customerId, place);
  return documents.map(({ documentId, displayName, format, uploadedAt, uploadedBy, fileType }) => ({
    documentId,
    name: displayName,
    format,
    iconUrl: pictures[format],
    uploadedAt: uploadedAt.toString(),
    fileType,
    changeableUntil: changeableUntil({ clock }, session, { uploadedBy, uploadedAt })?.toString() ?? null,
  }));
}
