import { useEffect, useRef, useState } from 'react';
import type { TextKey } from '#common/contract/all-texts.ts';
import { findFileProblem } from '#common/documents/rules/file-rules.ts';
import type { DocumentPlace } from './documents-data.ts';
import { forgetSubmission } from '#web/data/followed-submissions.ts';
import { useAction } from '#web/data/use-action.ts';
import { sendFile, type SendResult } from './upload-file.ts';

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

export interface UploadOutcome {
  readonly sent: number;
  readonly failed: number;
}

/** Parallel uploads; more would only slow each other down. */
const AT_ONCE = 2;

/** The chosen files, and their upload (M 4). */
export function useUploadQueue(place: DocumentPlace, onSent: () => void) {
  const [queue, setQueue] = useState<readonly QueuedFile[]>([]);
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null);
  const nextId = useRef(1);
  const transfers = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const open = transfers.current;
    return () => open.forEach((transfer) => transfer.abort());
  }, []);

  const change = (id: number, changes: Partial<QueuedFile>) =>
    setQueue((before) => before.map((entry) => (entry.id === id ? { ...entry, ...changes } : entry)));

  function add(files: Iterable<File>) {
    setOutcome(null);
    const entries = Array.from(files, (file) => queued(nextId.current++, file));
    setQueue((before) => [...before, ...entries]);
  }

  function remove(id: number) {
    transfers.current.get(id)?.abort();
    forgetUpload(id);
    setQueue((before) => before.filter((entry) => entry.id !== id));
  }

  /** What becomes of it is of no interest any more. */
  function forgetUpload(id: number) {
    const entry = queue.find((one) => one.id === id);
    if (entry) forgetSubmission(entry.key);
  }

  function chooseType(id: number, fileTypeId: string) {
    forgetUpload(id);
    change(id, { fileTypeId, key: crypto.randomUUID(), problem: null });
  }

  async function transfer(entry: QueuedFile): Promise<'sent' | 'failed' | 'removed'> {
    const controller = new AbortController();
    transfers.current.set(entry.id, controller);
    change(entry.id, { state: 'uploading', share: 0, problem: null });
    const { file, fileTypeId, key } = entry;
    const onProgress = (share: number) => change(entry.id, { share });
    const result = await sendFile({ place, fileTypeId, file, key, onProgress, signal: controller.signal });
    transfers.current.delete(entry.id);
    if (controller.signal.aborted) return 'removed';
    const isSent = result.kind === 'sent';
    change(entry.id, isSent ? { state: 'sent', share: 1 } : { state: 'failed', problem: problemOf(result) });
    return isSent ? 'sent' : 'failed';
  }

  const sending = useAction(async () => {
    const checked = queue.map(withTypeProblem);
    setQueue(checked);
    const ready = checked.filter(({ problem, state }) => problem === null && state !== 'sent');
    setOutcome(null);
    if (ready.length === 0) return { kind: 'answer', body: 0 };
    const results = await inParallel(ready, AT_ONCE, transfer);
    const sent = results.filter((result) => result === 'sent').length;
    const removed = results.filter((result) => result === 'removed').length;
    // Removes uploaded files once all are done; failed ones stay with their reason.
    setQueue((before) => before.filter(({ state }) => state !== 'sent'));
    if (sent + removed < checked.length || sent > 0) setOutcome({ sent, failed: checked.length - sent - removed });
    if (sent > 0) onSent();
    return { kind: 'answer', body: sent };
  });

  return { queue, outcome, busy: sending.busy, add, remove, chooseType, send: sending.run };
}

function queued(id: number, file: File): QueuedFile {
  const problem = findFileProblem({ name: file.name, bytes: file.size });
  const told: UploadProblem | null = problem ? { text: `uploadError.${problem}`, final: true } : null;
  return {
    id,
    file,
    key: crypto.randomUUID(),
    fileTypeId: '',
    state: problem ? 'failed' : 'queued',
    share: 0,
    problem: told,
  };
}

/** Requires a type (M 5); keeps retryable problems out of the way. */
function withTypeProblem(entry: QueuedFile): QueuedFile {
  if (entry.problem && 'final' in entry.problem && entry.problem.final) return entry;
  const missing = entry.fileTypeId === '';
  return { ...entry, problem: missing ? { text: 'upload.chooseType', final: false } : null };
}

function problemOf(result: Exclude<SendResult, { kind: 'sent' }>): UploadProblem {
  if (result.kind === 'unreachable') return { text: 'uploadError.transfer', final: false };
  return result.message === null ? { text: 'uploadError.server', final: false } : { words: result.message };
}

async function inParallel<Item, Value>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const waiting = [...items];
  const values: Value[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) values.push(await work(item));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return values;
}
