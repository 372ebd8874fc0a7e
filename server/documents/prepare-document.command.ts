import { createHash, randomUUID } from 'node:crypto';
import type { ReceivedFile } from '#common/contract/contract.ts';
import { failure, type Result, success } from '#common/core/results.ts';
import {
  type ContentProblem,
  type FileProblem,
  findFileProblem,
  MAX_FILE_BYTES,
} from '#common/documents/rules/file-rules.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';
import type { Services } from '#server/services.ts';
import type { NewDocument } from './documents.queries.ts';
import { inspectFile } from './inspect-file.ts';

/** Why a file cannot become a document, whoever brings it. */
export type DocumentProblem = FileProblem | ContentProblem;

/** A document before it is said whose it is. */
export interface PreparedDocument extends Pick<
  NewDocument,
  'documentId' | 'displayName' | 'format' | 'bytes' | 'sha256' | 'storageName'
> {
  readonly content: Buffer;
}

/**
 * The one way from a file to a document: looked into, cleaned and scanned.
 * @param userId who brings it; null: the institution
 */
export async function prepareDocument(
  services: Services,
  file: ReceivedFile,
  userId: number | null,
): Promise<Result<PreparedDocument, DocumentProblem>> {
  const problem = findFileProblem(file);
  if (problem) return failure(problem);
  const inspected = await inspectFile(file.name, await file.read());
  if (!inspected.ok) return inspected;
  const { content, format } = inspected.value;
  // What was cleaned may have grown.
  if (content.length > MAX_FILE_BYTES) return failure('FileTooLarge');
  const sha256 = createHash('sha256').update(content).digest();
  const found = await scan(services, content, { sha256, userId });
  if (found) return failure(found);
  return success({
    documentId: randomUUID(),
    displayName: file.name.normalize('NFC'),
    format,
    bytes: content.length,
    sha256,
    storageName: createToken(),
    content,
  });
}

/** Without an answer of the scanner, nothing is kept. */
async function scan(
  { audit, database, log, virusScanner }: Services,
  content: Uint8Array,
  { sha256, userId }: { readonly sha256: Buffer; readonly userId: number | null },
): Promise<'FileInfected' | 'NotScanned' | undefined> {
  if (!virusScanner) return undefined;
  const found = await virusScanner.scan(content).catch((error: unknown) => {
    log.error({ err: error }, 'a document could not be scanned');
    return null;
  });
  if (found === 'clean') return undefined;
  if (found === null) return 'NotScanned';
  const details = { sha256: sha256.toString('hex') };
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: 'infected-document-refused', userId, details }),
  );
  return 'FileInfected';
}
