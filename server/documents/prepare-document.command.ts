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

/** The reasons a file is refused, from any source. */
export type DocumentProblem = FileProblem | ContentProblem;

/** A checked file before its owner is set. */
export interface PreparedDocument extends Pick<
  NewDocument,
  'documentId' | 'displayName' | 'format' | 'bytes' | 'sha256' | 'storageName' | 'scanned'
> {
  readonly content: Buffer;
}

interface FileOwner {
  readonly customerId: string;
  /** Of the uploader; null for the institution. */
  readonly userId: number | null;
}

/** Checks, cleans and scans a file. All documents go through here. */
export async function prepareDocument(
  services: Services,
  file: Omit<ReceivedFile, 'sha256'>,
  owner: FileOwner,
): Promise<Result<PreparedDocument, DocumentProblem>> {
  const problem = findFileProblem(file);
  if (problem) return failure(problem);
  const inspected = await inspectFile(file.name, await file.read());
  if (!inspected.ok) return inspected;
  const { content, format } = inspected.value;
  // Cleaning may have increased the size.
  if (content.length > MAX_FILE_BYTES) return failure('FileTooLarge');
  const sha256 = createHash('sha256').update(content).digest();
  const found = await findScanProblem(services, content, { sha256, ...owner });
  if (found) return failure(found);
  return success({
    documentId: randomUUID(),
    displayName: file.name.normalize('NFC'),
    format,
    bytes: content.length,
    sha256,
    storageName: createToken(),
    scanned: services.virusScanner !== undefined,
    content,
  });
}

interface ScannedFile extends FileOwner {
  readonly sha256: Buffer;
  /** Of a file that was stored before there was a scanner. */
  readonly documentId?: string;
}

/** Returns why a file is refused: for a virus, or because the scanner doesn't answer. Undefined without a scanner. */
export async function findScanProblem(
  { audit, database, log, virusScanner }: Pick<Services, 'audit' | 'database' | 'log' | 'virusScanner'>,
  content: Uint8Array,
  { sha256, userId, ...whose }: ScannedFile,
): Promise<'FileInfected' | 'NotScanned' | undefined> {
  if (!virusScanner) return undefined;
  const found = await virusScanner.scan(content).catch((error: unknown) => {
    log.error({ err: error }, 'could not scan a document');
    return null;
  });
  if (found === 'clean') return undefined;
  if (found === null) return 'NotScanned';
  const details = { ...whose, sha256: sha256.toString('hex') };
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: 'infected-document-refused', userId, details }),
  );
  return 'FileInfected';
}
