import { createHash } from 'node:crypto';
import type { FileContent } from '#common/contract/contract.ts';
import { type FileFormat, isShown } from '#common/documents/rules/file-rules.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Services } from '#server/services.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import { documentWords } from '#server/platform/pdf/document-words.ts';
import { findAttachment, type KeptAttachment } from './attachments.queries.ts';
import { findDocument, type KeptDocument, markScanned } from './documents.queries.ts';
import { findScanProblem } from './prepare-document.command.ts';

const contentTypes = {
  PDF: 'application/pdf',
  PNG: 'image/png',
  JPEG: 'image/jpeg',
  DOC: 'application/msword',
  DOCX: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const satisfies Record<FileFormat, FileContent['contentType']>;

/**
 * Returns a customer's document; another customer's gives the same answer as an unknown one. Images are shown in a
 * sandbox and Word files are saved. PDFs are shown without a sandbox, because browsers don't render them in one, unless
 * the institution has everything saved.
 */
export async function viewDocument(services: Services, session: Session, documentId: string): Promise<FileContent> {
  const document = isId(documentId) ? await findDocument(services.database, documentId) : undefined;
  if (!document || !(await maySee(services, session, document))) throw new Refusal(404, 'NotFound');
  return toShow(services, documentId, document);
}

/** Returns a file of a message to the customer whose conversation it is in, as {@link viewDocument} does. */
export async function viewAttachment(services: Services, session: Session, documentId: string): Promise<FileContent> {
  const attachment = await findAttachment(services.database, documentId);
  if (attachment?.customerId !== session.customerId) throw new Refusal(404, 'NotFound');
  return toShow(services, documentId, attachment);
}

/** A file of a document, and what is known of it. */
type StoredFile = Pick<KeptDocument, 'customerId' | 'storageName' | 'sha256' | 'scanned'>;

/**
 * Reads a file, which leaves only if no virus is known in it: one from before there was a scanner is scanned now.
 * @throws Error if the file is missing, or is not the one that was stored
 */
export async function readStoredFile(
  services: Services,
  documentId: string,
  { customerId, storageName, sha256, scanned }: StoredFile,
): Promise<Result<Uint8Array, 'FileInfected' | 'NotScanned'>> {
  const content = await services.files.find(storageName);
  if (!content) throw new Error(`The file of document ${documentId} is missing`);
  const found = createHash('sha256').update(content).digest();
  if (!found.equals(sha256)) throw new Error(`The file of document ${documentId} differs from the one stored`);
  if (services.virusScanner && scanned !== true) {
    const scannedNow = { sha256: found, userId: null, customerId, documentId };
    const problem = await findScanProblem(services, content, scannedNow);
    if (problem) return failure(problem);
    await markScanned(services.database, documentId);
  }
  return success(content);
}

async function toShow(
  services: Services,
  documentId: string,
  document: KeptDocument | KeptAttachment,
): Promise<FileContent> {
  const read = await readStoredFile(services, documentId, document);
  if (!read.ok) {
    const isInfected = read.error === 'FileInfected';
    const reason = isInfected ? 'documents.infected' : 'documents.notScanned';
    throw new Refusal(isInfected ? 422 : 503, read.error, documentWords(services.institution.texts)(reason));
  }
  const { displayName, format } = document;
  const savesAll = services.institution.options['documentOptions.saveInsteadOfShow'];
  return {
    contentType: contentTypes[format],
    fileName: displayName,
    disposition: isShown(format, savesAll) ? 'inline' : 'attachment',
    sandboxed: format !== 'PDF' || savesAll,
    content: read.value,
  };
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Allows the account owner, the applicant, or the customer. */
async function maySee(
  { host }: Services,
  { customerId }: Session,
  { accountNumber, applicationNumber, forMessage, customerId: owner }: KeptDocument,
): Promise<boolean> {
  // Shown with its message, to those who may read that.
  if (forMessage) return false;
  if (accountNumber !== null) return host.ownsAccount(customerId, accountNumber);
  if (applicationNumber !== null) return (await host.findApplication(customerId, applicationNumber)) !== undefined;
  return owner === customerId;
}
