import { sql } from 'kysely';
import type { FileFormat } from '#common/documents/rules/file-rules.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { isSent } from './document-conditions.queries.ts';
import type { DocumentTables } from './documents-tables.ts';
import type { KeptDocument } from './documents.queries.ts';

/** A file that was sent with a message. */
export interface Attachment {
  readonly documentId: string;
  readonly entryId: number;
  readonly name: string;
  readonly format: FileFormat;
  readonly bytes: number;
  /** False without a scanner. */
  readonly scanned: boolean | null;
}

/** The files of messages, in the order in which they were attached. */
export async function listAttachments(queryable: Queryable, entryIds: readonly number[]): Promise<Attachment[]> {
  if (entryIds.length === 0) return [];
  const rows = await queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select(['document_id as documentId', 'entry_id as entryId', 'display_name as name', 'format', 'bytes', 'scanned'])
    .where('entry_id', 'in', entryIds)
    .where('stored_at', 'is not', null)
    .orderBy('uploaded_at')
    .orderBy('document_id')
    .execute();
  return rows.flatMap(({ entryId, ...row }) => (entryId === null ? [] : { ...row, entryId }));
}

export interface KeptAttachment extends Pick<
  KeptDocument,
  'customerId' | 'displayName' | 'format' | 'sha256' | 'storageName' | 'scanned'
> {
  readonly entryId: number;
}

/** Returns undefined for a file whose message was not sent. */
export async function findAttachment(queryable: Queryable, documentId: string): Promise<KeptAttachment | undefined> {
  const row = await queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select([
      'customer_id as customerId',
      'entry_id as entryId',
      'display_name as displayName',
      'format',
      'sha256',
      'storage_name as storageName',
      'scanned',
    ])
    .where('document_id', '=', documentId)
    .where('entry_id', 'is not', null)
    .where('stored_at', 'is not', null)
    .executeTakeFirst();
  const entryId = row?.entryId ?? null;
  return row && entryId !== null ? { ...row, entryId } : undefined;
}

/** Who attached the files: a login of the customer, or one of the staff. */
export type AttachedBy = { readonly userId: number } | { readonly staffId: number };

export interface AttachedFiles {
  readonly documentIds: readonly string[];
  readonly customerId: string;
  readonly by: AttachedBy;
}

function filesOf({ documentIds, customerId, by }: AttachedFiles, place = sql`for_message`) {
  const writer = 'userId' in by ? sql`uploaded_by = ${by.userId}` : sql`attached_by = ${by.staffId}`;
  return sql<boolean>`document_id in (${sql.join(documentIds)}) and ${place} and customer_id = ${customerId}
    and ${writer} and stored_at is not null`;
}

/**
 * Gives files to a message.
 * Returns how many it got: fewer if one was sent already, removed, or attached by someone else.
 */
export async function giveToMessage(transaction: Transaction, files: AttachedFiles, entryId: number): Promise<number> {
  const { numUpdatedRows } = await transaction
    .withTables<DocumentTables>()
    .updateTable('documents')
    .set({ entry_id: entryId })
    .where(filesOf(files))
    .where('entry_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Returns the message that all the files were sent with, if one was. */
export async function findMessageOf(queryable: Queryable, files: AttachedFiles): Promise<number | undefined> {
  const rows = await queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select('entry_id as entryId')
    .where(filesOf(files))
    .where('entry_id', 'is not', null)
    .execute();
  const [first, ...others] = rows.map(({ entryId }) => entryId ?? undefined);
  return rows.length === files.documentIds.length && others.every((other) => other === first) ? first : undefined;
}

/**
 * Gives files to a request.
 * Returns whether it got all: one may have been sent already, removed, or uploaded by someone else or for another form.
 */
export async function giveToRequest(
  transaction: Transaction,
  { formKey, ...files }: AttachedFiles & { readonly formKey: string },
  requestId: number,
): Promise<boolean> {
  if (files.documentIds.length === 0) return true;
  const { numUpdatedRows } = await transaction
    .withTables<DocumentTables>()
    .updateTable('documents')
    .set({ request_id: requestId })
    .where(filesOf(files, sql`form_key = ${formKey}`))
    .where('request_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === BigInt(files.documentIds.length);
}

/** Takes the files of a request from it, so the sweep removes them after a day. */
export async function takeFromRequest(transaction: Transaction, requestId: number): Promise<void> {
  await transaction
    .withTables<DocumentTables>()
    .updateTable('documents')
    .set({ request_id: null })
    .where('request_id', '=', requestId)
    .execute();
}

/** Names of the files of these requests. */
export async function listNamesOfRequests(queryable: Queryable, requestIds: readonly number[]) {
  if (requestIds.length === 0) return [];
  return queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select(['request_id as requestId', 'display_name as name'])
    .where('request_id', 'in', requestIds)
    .where('stored_at', 'is not', null)
    .orderBy('uploaded_at')
    .orderBy('document_id')
    .execute();
}

/** Marks files as unfinished whose message or request was not sent by an instant, or was taken back, so the sweep removes them. */
export async function hideAttachmentsNotSent(queryable: Queryable, since: Temporal.Instant, limit: number) {
  const outdated = queryable
    .withTables<DocumentTables>()
    .selectFrom('documents')
    .select('document_id')
    .where(sql<boolean>`not ${isSent()}`)
    .where('stored_at', 'is not', null)
    .where('uploaded_at', '<', since)
    .limit(limit)
    .forUpdate()
    .skipLocked();
  await queryable
    .withTables<DocumentTables>()
    .updateTable('documents')
    .set({ stored_at: null })
    .where('document_id', 'in', outdated)
    .execute();
}
