import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { isSent } from './document-conditions.queries.ts';
import type { DocumentTables } from './documents-tables.ts';

function select(queryable: Queryable) {
  return queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select([
      'document_id as documentId',
      'customer_id as customerId',
      'account_number as accountNumber',
      'application_number as applicationNumber',
      'form_key as formKey',
      'display_name as displayName',
      'file_type as fileType',
      'bytes',
      'sha256',
      'storage_name as storageName',
      'uploaded_by as uploadedBy',
      'uploaded_at as uploadedAt',
      'scanned',
      'review',
    ])
    .where('for_message', '=', false)
    .where(isSent())
    .where('stored_at', 'is not', null);
}

export type StaffsDocument = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

/** Uploads that no one has reviewed; what waits longest comes first. */
export function listUploadsToReview(queryable: Queryable, limit: number): Promise<StaffsDocument[]> {
  return select(queryable).where('review', '=', 'waiting').orderBy('uploaded_at').limit(limit).execute();
}

export async function countUploadsToReview(queryable: Queryable): Promise<number> {
  const { count } = await queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('review', '=', 'waiting')
    .where('stored_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @param withEvidence also lists the files of requests */
export function listDocumentsOf(
  queryable: Queryable,
  customerId: string,
  { limit, withEvidence }: { readonly limit: number; readonly withEvidence: boolean },
): Promise<StaffsDocument[]> {
  return select(queryable)
    .where('customer_id', '=', customerId)
    .$if(!withEvidence, (query) => query.where('form_key', 'is', null))
    .orderBy('uploaded_at', 'desc')
    .orderBy('document_id')
    .limit(limit)
    .execute();
}

/** The files of a customer's request, in the order they came. */
export function listEvidenceOf(queryable: Queryable, customerId: string, requestId: number): Promise<StaffsDocument[]> {
  return select(queryable)
    .where('customer_id', '=', customerId)
    .where('request_id', '=', requestId)
    .orderBy('uploaded_at')
    .orderBy('document_id')
    .execute();
}

/** Returns undefined for another customer's. */
export function findDocumentOf(
  queryable: Queryable,
  customerId: string,
  documentId: string,
): Promise<StaffsDocument | undefined> {
  return select(queryable)
    .where('document_id', '=', documentId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

export interface Review {
  readonly customerId: string;
  readonly documentId: string;
  readonly outcome: 'accepted' | 'declined';
  readonly staffId: number;
}

/** @returns the login that uploaded it; undefined if it no longer waits */
export async function settleReview(
  transaction: Transaction,
  { customerId, documentId, outcome, staffId }: Review,
  at: Temporal.Instant,
): Promise<{ readonly name: string } | undefined> {
  return transaction
    .withTables<DocumentTables>()
    .updateTable('documents')
    .set({ review: outcome, reviewed_by: staffId, reviewed_at: at.toString() })
    .where('document_id', '=', documentId)
    .where('customer_id', '=', customerId)
    .where('review', '=', 'waiting')
    .where('stored_at', 'is not', null)
    .returning('display_name as name')
    .executeTakeFirst();
}

export interface HiddenDocument {
  readonly storageName: string;
  readonly name: string;
  readonly sha256: Uint8Array;
}

/**
 * Marks a document of the institution as unfinished, which hides it. Only one of the customer's own place: contracts of
 * loans and applications come from elsewhere.
 */
export async function hideDelivered(
  transaction: Transaction,
  { customerId, documentId }: Pick<Review, 'customerId' | 'documentId'>,
): Promise<HiddenDocument | undefined> {
  return transaction
    .withTables<DocumentTables>()
    .updateTable('documents')
    .set({ stored_at: null })
    .where('document_id', '=', documentId)
    .where('customer_id', '=', customerId)
    .where('uploaded_by', 'is', null)
    .where('account_number', 'is', null)
    .where('application_number', 'is', null)
    .where('for_message', '=', false)
    .where('stored_at', 'is not', null)
    .returning(['storage_name as storageName', 'display_name as name', 'sha256'])
    .executeTakeFirst();
}
