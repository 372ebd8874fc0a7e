import '@fastify/multipart';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReceivedFile } from '#common/contract/contract.ts';
import { MAX_FILE_BYTES } from '#common/documents/rules/file-rules.ts';
import { createToken } from '#server/platform/crypto/random-tokens.ts';

export interface ReceivedUpload {
  /** The fields, and the file under its field's name. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Deletes the file on disk; must always be called. */
  discard(): Promise<void>;
}

const limits = { files: 1, fields: 10, fieldNameSize: 100, fieldSize: 1_000, fileSize: MAX_FILE_BYTES + 1 };

/**
 * Receives a multipart body with at most one file of any size without holding it in memory. The file is unlinked while
 * open, so not even a power failure leaves it behind.
 * @param folder on a local disk
 */
export async function receiveUpload(
  request: FastifyRequest,
  folder: string,
  maxBodyBytes: number,
): Promise<ReceivedUpload | 'malformed' | 'tooLarge'> {
  if (!request.isMultipart()) return 'malformed';
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return 'tooLarge';
  const body: Record<string, unknown> = {};
  const files: SpoolFile[] = [];
  const discard = async () => {
    for (const file of files) await file.close();
  };
  try {
    // Keeps paths in names, so they can be refused.
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (Object.hasOwn(body, part.fieldname)) throw new Malformed();
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw new Malformed();
        body[part.fieldname] = part.value;
      } else {
        const spool = await openSpoolFile(folder);
        files.push(spool);
        body[part.fieldname] = await take(part, spool);
      }
    }
    return { body, discard };
  } catch (error) {
    await discard();
    // Only our disk can cause a SpoolFailure; all other errors come from the request or the connection.
    if (error instanceof SpoolFailure) throw error;
    if (isTooLarge(error)) return 'tooLarge';
    return 'malformed';
  }
}

/** The file alone can exceed its limit while the body is within its own. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}

class Malformed extends Error {}

class SpoolFailure extends Error {}

async function take(part: MultipartFile, spool: SpoolFile): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  for await (const chunk of part.file) {
    hash.update(chunk as Uint8Array);
    await spool.append(chunk as Uint8Array);
  }
  return { name: part.filename, bytes: spool.bytes(), sha256: hash.digest('hex'), read: () => spool.read() };
}

interface SpoolFile {
  append(chunk: Uint8Array): Promise<void>;
  bytes(): number;
  read(): Promise<Uint8Array>;
  close(): Promise<void>;
}

async function openSpoolFile(folder: string): Promise<SpoolFile> {
  const place = path.join(folder, createToken());
  const handle = await orFail(folder, openWithoutName(folder, place));
  let length = 0;
  return {
    append: (chunk) =>
      orFail(
        folder,
        (async () => {
          // Unlike `write`, writes everything.
          await handle.appendFile(chunk);
          length += chunk.length;
        })(),
      ),
    bytes: () => length,
    read: () => orFail(folder, readAll(handle, length)),
    async close() {
      await handle.close();
      // For systems that can't unlink open files.
      await rm(place, { force: true });
    },
  };
}

async function openWithoutName(folder: string, place: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(place, 'wx+', 0o600);
  await rm(place, { force: true }).catch(() => undefined);
  return handle;
}

async function readAll(handle: FileHandle, length: number): Promise<Uint8Array> {
  const content = new Uint8Array(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(content, read, length - read, read);
    if (bytesRead === 0) throw new Error('An uploaded file became shorter on disk');
    read += bytesRead;
  }
  return content;
}

async function orFail<Value>(folder: string, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    // An open file's own error, such as of a full disk, names no place.
    throw new SpoolFailure(`A file on its way could not be kept in ${folder}`, { cause: error });
  }
}
