import { useRef, useState } from 'react';
import type { UploadTarget } from './upload-file.ts';
import { isRefused, type QueuedFile, useTransfers } from './use-transfers.ts';

export type Attachments = ReturnType<typeof useAttachments>;

/** The server takes three at once; others of the customer may be on their way. */
const AT_ONCE = 2;

/** Files that a form will name. Each is sent and checked as soon as it is chosen. */
export function useAttachments(target: UploadTarget, max: number) {
  const { queue, setQueue, add, remove, transfer } = useTransfers(() => target);
  const running = useRef(new Map<number, Promise<QueuedFile | undefined>>());
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);

  function start(entry: QueuedFile): Promise<QueuedFile | undefined> {
    const before = [...running.current.values()];
    const result = afterAllBut(AT_ONCE - 1, before).then(() => transfer(entry));
    running.current.set(entry.id, result);
    void result.finally(() => running.current.delete(entry.id));
    return result;
  }

  return {
    queue,
    max,
    /** Names of files beyond the most that are taken. */
    leftOut,
    add(files: Iterable<File>) {
      const chosen = [...files];
      const room = Math.max(0, max - queue.length);
      setLeftOut(chosen.slice(room).map(({ name }) => name));
      for (const entry of add(chosen.slice(0, room))) if (!isRefused(entry)) void start(entry);
    },
    remove(id: number) {
      setLeftOut([]);
      remove(id);
    },
    /** After the form was sent. */
    clear() {
      setLeftOut([]);
      setQueue([]);
    },
    /**
     * Waits for files on their way, and tries those again that didn't arrive.
     * Returns the server's ids; undefined if a file was not accepted.
     */
    async ready(): Promise<string[] | undefined> {
      const ends = await Promise.all(
        queue.map(async (entry) =>
          entry.fileId !== null || isRefused(entry) ? entry : (running.current.get(entry.id) ?? start(entry)),
        ),
      );
      // One that was removed meanwhile is not missed.
      const kept = ends.flatMap((end) => end ?? []);
      const fileIds = kept.flatMap(({ fileId }) => fileId ?? []);
      return fileIds.length === kept.length ? fileIds : undefined;
    },
  };
}

/** Resolves once all but a number of the uploads have ended. */
async function afterAllBut(count: number, uploads: readonly Promise<unknown>[]): Promise<void> {
  const left = new Set(uploads);
  for (const upload of uploads) void upload.finally(() => left.delete(upload));
  while (left.size > count) await Promise.race(left);
}
