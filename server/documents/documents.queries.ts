import { MAX_DOCUMENTS } from '#common/documents/documents.api.ts';
import type { FileFormat } from '#common/documents/rules/file-rules.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { isInDocumentCenter, isSent } from './document-conditions.queries.ts';
import { type DocumentPlace, placeColumns } from './document-place.ts';
import type { DocumentTables } from './documents-tables.ts';

export interface DocumentSummary {
  readonly documentId: string;
  readonly displayName: string;
  readonly format: FileFormat;
  readonly uploadedAt: Temporal.Instant;
  /** The label of the type; empty for a document from the institution without one. */
  readonly fileType: string;
  /** Null for the institution. */
  readonly uploadedBy: number | null;
}

export interface OwnUpload {
  readonly documentId: string;
  readonly customerId: string;
  readonly userId: number;
  /** Older ones don't count. */
  readonly after: Temporal.Instant;
}

export interface NewDocument {
  readonly documentId: string;
  readonly customerId: string;
  readonly place: DocumentPlace;
  readonly displayName: string;
  readonly format: FileFormat;
  readonly fileType: string;
  readonly bytes: number;
  readonly sha256: Uint8Array;
  readonly storageName: string;
  /** Null for the institution. */
  readonly uploadedBy: number | null;
  readonly uploadedAt: Temporal.Instant;
  /** False without a scanner. */
  readonly scanned: boolean;
}

/** The data needed to show a document and check access. */
export interface KeptDocument {
  readonly customerId: string;
  readonly accountNumber: string | null;
  readonly applicationNumber: string | null;
  readonly forMessage: boolean;
  readonly displayName: string;
  readonly format: FileFormat;
  readonly sha256: Uint8Array;
  readonly storageName: string;
  /** Null for files from before this was kept. */
  readonly scanned: boolean | null;
}

/** Inserts a document whose file is still being stored; hidden until {@link markStored}. */
export async function insertOnItsWay(queryable: Queryable, document: NewDocument): Promise<void> {
  await queryable
    .withTables<DocumentTables>()
    .insertInto('documents')
    .values({
      document_id: document.documentId,
      customer_id: document.customerId,
      ...placeColumns(document.place),
      display_name: document.displayName,
      format: document.format,
      file_type: document.fileType,
      bytes: document.bytes,
      sha256: document.sha256,
      storage_name: document.storageName,
      uploaded_by: document.uploadedBy,
      uploaded_at: document.uploadedAt.toString(),
      scanned: document.scanned,
      // The institution's own need no review, and staff read attachments with their message or request.
      review:
        document.uploadedBy === null || document.place.kind === 'message' || document.place.kind === 'form'
          ? null
          : 'waiting',
    })
    .execute();
}

/** Returns false if it was already stored or deleted. */
export async function markStored(transaction: Transaction, documentId: string, at: Temporal.Instant): Promise<boolean> {
  const row = await transaction
    .withTables<DocumentTables>()
    .updateTable('documents')
    .set({ stored_at: at.toString() })
    .where('document_id', '=', documentId)
    .where('stored_at', 'is', null)
    .returning('document_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers that a scanner found the file clean. */
export async function markScanned(queryable: Queryable, documentId: string): Promise<void> {
  await queryable
    .withTables<DocumentTables>()
    .updateTable('documents')
    .set({ scanned: true })
    .where('document_id', '=', documentId)
    .execute();
}

export async function deleteOnItsWay(queryable: Queryable, documentId: string): Promise<boolean> {
  const row = await queryable
    .withTables<DocumentTables>()
    .deleteFrom('documents')
    .where('document_id', '=', documentId)
    .where('stored_at', 'is', null)
    .returning('document_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists documents that have been unfinished since before an instant, oldest first. */
export async function listOnTheirWay(queryable: Queryable, since: Temporal.Instant, limit: number) {
  return queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select(['document_id as documentId', 'storage_name as storageName'])
    .where('stored_at', 'is', null)
    .where('uploaded_at', '<', since)
    .orderBy('uploaded_at')
    .limit(limit)
    .execute();
}

/** Newest first, at most {@link MOST_DOCUMENTS}. The caller must have proven access to the account or application. */
export async function listDocuments(
  queryable: Queryable,
  customerId: string,
  place: DocumentPlace,
): Promise<DocumentSummary[]> {
  const { account_number, application_number, upload_number } = placeColumns(place);
  return (
    queryable
      .withTables<DocumentTables>()
      .selectFrom('documents')
      .select([
        'document_id as documentId',
        'display_name as displayName',
        'format',
        'uploaded_at as uploadedAt',
        'file_type as fileType',
        'uploaded_by as uploadedBy',
      ])
      .where('stored_at', 'is not', null)
      .where('account_number', account_number === null ? 'is' : '=', account_number)
      .where('application_number', application_number === null ? 'is' : '=', application_number)
      .where('upload_number', upload_number === null ? 'is' : '=', upload_number)
      .where(isInDocumentCenter)
      // Co-owners of an account share its documents.
      .$if(place.kind === 'customer', (query) => query.where('customer_id', '=', customerId))
      .orderBy('uploaded_at', 'desc')
      .orderBy('document_id')
      .limit(MAX_DOCUMENTS)
      .execute()
  );
}

/** Returns false if the upload wasn't found. */
export async function setFileType(transaction: Transaction, upload: OwnUpload, fileType: string): Promise<boolean> {
  const row = await updateOwnUpload(transaction, upload)
    .set({ file_type: fileType })
    .returning('document_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks an upload as unfinished, which hides it. Returns the storage name of its file. */
export async function hideUpload(transaction: Transaction, upload: OwnUpload): Promise<string | undefined> {
  const row = await updateOwnUpload(transaction, upload)
    .set({ stored_at: null })
    .returning('storage_name')
    .executeTakeFirst();
  return row?.storage_name;
}

function updateOwnUpload(transaction: Transaction, { documentId, customerId, userId, after }: OwnUpload) {
  return (
    transaction
      .withTables<DocumentTables>()
      .updateTable('documents')
      .where('document_id', '=', documentId)
      .where('customer_id', '=', customerId)
      .where('uploaded_by', '=', userId)
      .where('uploaded_at', '>', after)
      // The other side has read what was sent with a message or a request.
      .where(isInDocumentCenter)
      .where('stored_at', 'is not', null)
  );
}

export async function listAllOfCustomer(queryable: Queryable, customerId: string) {
  return queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select([
      'document_id',
      'display_name',
      'account_number',
      'application_number',
      'entry_id',
      'file_type',
      'uploaded_at',
    ])
    .where('customer_id', '=', customerId)
    .where('stored_at', 'is not', null)
    .where(isSent())
    .orderBy('uploaded_at', 'desc')
    .limit(MAX_DOCUMENTS)
    .execute();
}

export async function findDocument(queryable: Queryable, documentId: string): Promise<KeptDocument | undefined> {
  return queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select([
      'customer_id as customerId',
      'account_number as accountNumber',
      'application_number as applicationNumber',
      'for_message as forMessage',
      'display_name as displayName',
      'format',
      'sha256',
      'storage_name as storageName',
      'scanned',
    ])
    .where('document_id', '=', documentId)
    .where('stored_at', 'is not', null)
    .executeTakeFirst();
}

/** Finds a document also while its file is being stored. */
export async function findAnyDocument(
  queryable: Queryable,
  documentId: string,
): Promise<{ readonly storageName: string } | undefined> {
  return queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select('storage_name as storageName')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
}

/** Returns whether the user uploaded the same file under this name since an instant, as a retry after a lost answer. */
export async function isKnownUpload(
  queryable: Queryable,
  upload: Pick<NewDocument, 'customerId' | 'uploadedBy' | 'place' | 'sha256' | 'displayName'>,
  since: Temporal.Instant,
): Promise<boolean> {
  const { customerId, uploadedBy, place, sha256, displayName } = upload;
  const { account_number, application_number } = placeColumns(place);
  const row = await queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select('document_id')
    .where('customer_id', '=', customerId)
    .where('uploaded_by', '=', uploadedBy)
    .where('account_number', account_number === null ? 'is' : '=', account_number)
    .where('application_number', application_number === null ? 'is' : '=', application_number)
    .where(isInDocumentCenter)
    .where('sha256', '=', sha256)
    .where('display_name', '=', displayName)
    .where('stored_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}
