import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { deleteOnItsWay, type NewDocument } from './documents.queries.ts';

/**
 * Takes a document back whose file is on its way. The row goes first: one that was stored after
 * all, as when the answer to its commit was lost, keeps row and file. Until the file is gone
 * the row is not given up, for nothing else says that there is one.
 * @returns whether it was still on its way.
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
