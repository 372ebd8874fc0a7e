import { inTransaction, type Transaction } from '#server/platform/db/database.ts';
import type { Session } from '#server/platform/http/endpoint.ts';
import { Refusal } from '#server/platform/http/refusal.ts';
import type { Services } from '#server/services.ts';
import { hideUpload, type OwnUpload, setFileType } from './documents.queries.ts';
import { withdrawDocument } from './withdraw-document.command.ts';

/** After this time, the institution may have acted on the file. */
const CHANGEABLE_HOURS = 24;

/** Returns until when the user may change a document; undefined for other people's documents. */
export function changeableUntil(
  { clock }: Pick<Services, 'clock'>,
  { userId }: Pick<Session, 'userId'>,
  { uploadedBy, uploadedAt }: { readonly uploadedBy: number | null; readonly uploadedAt: Temporal.Instant },
): Temporal.Instant | undefined {
  const until = uploadedAt.add({ hours: CHANGEABLE_HOURS });
  return uploadedBy === userId && Temporal.Instant.compare(clock.now(), until) < 0 ? until : undefined;
}

/** Refuses a document the user may not change with the same answer as an unknown one. */
export async function changeFileType(
  services: Services,
  session: Session,
  documentId: string,
  fileTypeId: string,
): Promise<void> {
  const fileType = services.institution.options['documentOptions.fileTypes'][Number(fileTypeId) - 1];
  if (fileType === undefined) throw new Refusal(400, 'InvalidInput');
  await inTransaction(services.database, async (transaction) => {
    if (!(await setFileType(transaction, ownUpload(services, session, documentId), fileType))) {
      throw new Refusal(404, 'NotFound');
    }
    await record(services, transaction, session, { event: 'document-type-changed', documentId });
  });
}

/**
 * Removes an upload and its file. Hides the row first: if the file can't be deleted now, the sweep of unfinished
 * uploads deletes both later.
 * @throws Refusal like {@link changeFileType}
 */
export async function removeUpload(services: Services, session: Session, documentId: string): Promise<void> {
  const storageName = await inTransaction(services.database, async (transaction) => {
    const hidden = await hideUpload(transaction, ownUpload(services, session, documentId));
    if (hidden === undefined) throw new Refusal(404, 'NotFound');
    await record(services, transaction, session, { event: 'document-removed', documentId });
    return hidden;
  });
  await withdrawDocument(services, { documentId, storageName }).catch((error: unknown) => {
    services.log.error({ err: error, documentId }, 'the file of a removed document will be deleted by the sweep');
  });
}

function ownUpload({ clock }: Services, { customerId, userId }: Session, documentId: string): OwnUpload {
  return { documentId, customerId, userId, after: clock.now().subtract({ hours: CHANGEABLE_HOURS }) };
}

function record(
  { audit }: Services,
  transaction: Transaction,
  { userId }: Session,
  { event, documentId }: { readonly event: string; readonly documentId: string },
): Promise<void> {
  return audit.record(transaction, { event, userId, details: { documentId } });
}
