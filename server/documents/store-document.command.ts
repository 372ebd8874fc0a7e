import type { UploadErrorCode } from '#common/documents/documents.api.ts';
import { MAX_FILES_PER_DAY } from '#common/documents/rules/file-rules.ts';
import type { ReceivedFile } from '#common/contract/contract.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { uploadMessage } from '#server/platform/files/upload-message.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { countTowardsLimit, type RequestLimit } from '#server/platform/http/request-limits.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Services } from '#server/services.ts';
import type { AttachmentPlace, DocumentPlace } from './document-place.ts';
import { insertOnItsWay, isKnownUpload, markStored, type NewDocument } from './documents.queries.ts';
import { prepareDocument } from './prepare-document.command.ts';
import { withdrawDocument } from './withdraw-document.command.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Uploads per user and day; attempts are counted before receiving them. */
const uploadLimit: RequestLimit = { max: MAX_FILES_PER_DAY, withinSeconds: DAY_SECONDS };

/** Within this time, the same file counts as a retry after a lost answer. */
const SAME_FILE_MINUTES = 10;

/** Inspecting a file takes memory, so two at a time. */
const inTurn = takeTurns(2);

export interface Upload {
  readonly place: DocumentPlace;
  /** 1-based position in the institution's list of types. */
  readonly fileTypeId: string;
  readonly file: ReceivedFile;
}

/**
 * Stores a customer's upload.
 * @throws Refusal with the reason for the customer; nothing of the file remains then
 */
export async function takeUpload(services: Services, session: Session, upload: Upload): Promise<void> {
  const { file, place } = upload;
  const fileType = services.institution.options['documentOptions.fileTypes'][Number(upload.fileTypeId) - 1];
  if (fileType === undefined) throw refusal(services, 'UnknownType');
  await inTurn(async () => {
    const { document, content } = await prepareUpload(services, session, { file, place, fileType });
    const since = document.uploadedAt.subtract({ minutes: SAME_FILE_MINUTES });
    if (await isKnownUpload(services.database, document, since)) return;
    await storeUpload(services, session, document, content);
  });
}

interface NewAttachment {
  readonly place: AttachmentPlace;
  /** The label of a form's field; empty for a message. */
  readonly fileType: string;
  readonly file: ReceivedFile;
}

/**
 * Stores a file that a customer is about to send with a message or a request. One that is never sent is removed a day
 * later.
 * Returns the id to send it with.
 * @throws Refusal like {@link takeUpload}
 */
export function takeAttachment(services: Services, session: Session, attachment: NewAttachment): Promise<string> {
  return inTurn(async () => {
    const { document, content } = await prepareUpload(services, session, attachment);
    await storeUpload(services, session, document, content);
    return document.documentId;
  });
}

async function prepareUpload(
  services: Services,
  { customerId, userId: uploadedBy }: Session,
  { file, place, fileType }: Omit<Upload, 'fileTypeId'> & { readonly fileType: string },
) {
  const prepared = await prepareDocument(services, file, { customerId, userId: uploadedBy });
  if (!prepared.ok) throw refusal(services, prepared.error);
  const { content, ...facts } = prepared.value;
  const uploadedAt = services.clock.now();
  return { document: { ...facts, customerId, place, fileType, uploadedBy, uploadedAt }, content };
}

async function storeUpload(
  services: Services,
  { userId }: Session,
  document: NewDocument,
  content: Uint8Array,
): Promise<void> {
  const uploads = await countTowardsLimit(services, `upload ${userId}`, uploadLimit);
  if (uploads > uploadLimit.max) throw refusal(services, 'TooManyFiles');
  await storeDocument(services, document, content);
}

/**
 * Inserts the row, stores the file, then makes the document visible. After a crash in between, the row names the file
 * to remove (see `sweep-uploads`).
 * @param by the operator; undefined for an upload
 */
export async function storeDocument(
  services: Services,
  document: NewDocument,
  content: Uint8Array,
  by?: string,
): Promise<void> {
  const { audit, clock, database, files, log } = services;
  await insertOnItsWay(database, document);
  try {
    await files.put(document.storageName, content);
    await inTransaction(database, async (transaction) => {
      if (!(await markStored(transaction, document.documentId, clock.now()))) {
        throw new Error('The sweep removed an unfinished document');
      }
      const { documentId, uploadedBy: userId, format, bytes } = document;
      const details = { documentId, format, bytes, ...(by !== undefined && { by }) };
      await audit.record(transaction, { event: 'document-added', userId, details });
    });
  } catch (error) {
    await withdrawDocument(services, document).catch((failed: unknown) => {
      // The sweep removes the rest.
      log.error({ err: failed, documentId: document.documentId }, 'could not withdraw an unfinished document');
    });
    throw error;
  }
}

const statuses: Partial<Record<UploadErrorCode, 413 | 429 | 503>> = {
  FileTooLarge: 413,
  TooManyFiles: 429,
  NotScanned: 503,
};

function refusal(services: Services, code: UploadErrorCode): Refusal {
  return new Refusal(statuses[code] ?? 422, code, uploadMessage(services, code));
}

/** Limits concurrency, for work that needs much memory. */
function takeTurns(atOnce: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Hands the slot to the next waiter, so a newcomer can't take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
