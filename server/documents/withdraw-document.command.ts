import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { deleteOnItsWay, type NewDocument } from './documents.queries.ts';

/**
 * Deletes an unfinished document, row first. If the document was stored after all, as after a lost commit answer, row
 * and file stay. The transaction ends after the file is deleted, because only the row refers to it.
 * Returns whether it was unfinished.
 */
export function withdrawDocument(
  { database, files }: Pick<Services, 'database' | 'files'>,
  { documentId, storageName }: Pick<NewDocument, 'documentId' | 'storageName'>,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    if (!(await deleteOnItsWay(transaction, documentId))) return false;
    await files.remove(storageName);
    return true;
  });
}
