import { useEffect, useRef, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { findFileProblem } from '#common/documents/rules/file-rules.ts';
import { forgetSubmission } from '#web/data/followed-submissions.ts';
import { sendFile, type SendResult, type UploadTarget } from './upload-file.ts';

/** A file in the upload queue (M 3). */
export interface QueuedFile {
  readonly id: number;
  readonly file: File;
  /** Identifies the current upload; changing the type creates a new one. */
  readonly key: string;
  /** Empty until one is chosen. */
  readonly fileTypeId: string;
  readonly state: 'queued' | 'uploading' | 'sent' | 'failed';
  /** The share of bytes sent, from 0 to 1. */
  readonly share: number;
  /** The server's, once it has a file that a message will name. */
  readonly fileId: string | null;
  readonly problem: UploadProblem | null;
}

export type UploadProblem =
  | {
      readonly text: TextKey;
      /** The file itself is invalid and won't be sent again. */
      readonly final: boolean;
    }
  | {
      readonly words: string;
    };

/** Chosen files and their transfer to where `targetOf` says. Leaving the screen stops the transfers. */
export function useTransfers(targetOf: (entry: QueuedFile) => UploadTarget) {
  const [queue, setQueue] = useState<readonly QueuedFile[]>([]);
  const nextId = useRef(1);
  const transfers = useRef(new Map<number, AbortController>());
  /** Removed ones, of which some may still wait for their turn. */
  const removed = useRef(new Set<number>());
  const left = useRef(false);
  useEffect(() => {
    const open = transfers.current;
    left.current = false;
    return () => {
      left.current = true;
      open.forEach((transfer) => transfer.abort());
    };
  }, []);

  const change = (id: number, changes: Partial<QueuedFile>) =>
    setQueue((before) => before.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));

  function add(files: Iterable<File>): QueuedFile[] {
    const entries = Array.from(files, (file) => queued(nextId.current++, file));
    setQueue((before) => [...before, ...entries]);
    return entries;
  }

  function remove(id: number) {
    removed.current.add(id);
    transfers.current.get(id)?.abort();
    forget(id);
    setQueue((before) => before.filter((entry) => entry.id !== id));
  }

  /** Stops following the outcome of a file's upload. */
  function forget(id: number) {
    const entry = queue.find((one) => one.id === id);
    if (entry) forgetSubmission(entry.key);
  }

  /** Returns the file as it is afterwards; undefined if it was removed meanwhile. */
  async function transfer(entry: QueuedFile): Promise<QueuedFile | undefined> {
    if (left.current || removed.current.has(entry.id)) return undefined;
    const controller = new AbortController();
    transfers.current.set(entry.id, controller);
    change(entry.id, { state: 'uploading', share: 0, problem: null });
    const { file, key } = entry;
    const onProgress = (share: number) => change(entry.id, { share });
    const result = await sendFile({ target: targetOf(entry), file, key, onProgress, signal: controller.signal });
    transfers.current.delete(entry.id);
    if (controller.signal.aborted) return undefined;
    const changes: Partial<QueuedFile> =
      result.kind === 'sent'
        ? { state: 'sent', share: 1, fileId: result.fileId }
        : { state: 'failed', problem: problemOf(result) };
    change(entry.id, changes);
    return { ...entry, ...changes };
  }

  return { queue, setQueue, change, add, remove, forget, transfer };
}

/** Whether the file itself is invalid, so sending it again can't help. */
export function isRefused({ problem }: QueuedFile): boolean {
  return problem !== null && 'final' in problem && problem.final;
}

function queued(id: number, file: File): QueuedFile {
  const problem = findFileProblem({ name: file.name, bytes: file.size });
  return {
    id,
    file,
    key: crypto.randomUUID(),
    fileTypeId: '',
    state: problem ? 'failed' : 'queued',
    share: 0,
    fileId: null,
    problem: problem ? { text: `uploadError.${problem}`, final: true } : null,
  };
}

function problemOf(result: Exclude<SendResult, { kind: 'sent' }>): UploadProblem {
  if (result.kind === 'unreachable') return { text: 'uploadError.transfer', final: false };
  return result.message === null ? { text: 'uploadError.server', final: false } : { words: result.message };
}
