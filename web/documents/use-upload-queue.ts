import { useState } from 'react';
import { useAction } from '#web/data/use-action.ts';
import { type DocumentPlace, uploadTarget } from './documents-data.ts';
import { isRefused, type QueuedFile, useTransfers } from './use-transfers.ts';

export interface UploadOutcome {
  readonly sent: number;
  readonly failed: number;
}

/** Parallel uploads; more would only slow each other down. */
const AT_ONCE = 2;

/** The chosen files, and their upload (M 4). */
export function useUploadQueue(place: DocumentPlace, onSent: () => void) {
  const { queue, setQueue, change, forget, transfer, ...transfers } = useTransfers(({ fileTypeId }) =>
    uploadTarget(place, fileTypeId),
  );
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null);

  function add(files: Iterable<File>) {
    setOutcome(null);
    transfers.add(files);
  }

  function chooseType(id: number, fileTypeId: string) {
    forget(id);
    change(id, { fileTypeId, key: crypto.randomUUID(), problem: null });
  }

  const sending = useAction(async () => {
    const checked = queue.map(withTypeProblem);
    setQueue(checked);
    const ready = checked.filter(({ problem, state }) => problem === null && state !== 'sent');
    setOutcome(null);
    if (ready.length === 0) return { kind: 'answer', body: 0 };
    const results = await inParallel(ready, AT_ONCE, transfer);
    const sent = results.filter((result) => result?.state === 'sent').length;
    const removed = results.filter((result) => result === undefined).length;
    // Removes uploaded files once all are done; failed ones stay with their reason.
    setQueue((before) => before.filter(({ state }) => state !== 'sent'));
    if (sent + removed < checked.length || sent > 0) setOutcome({ sent, failed: checked.length - sent - removed });
    if (sent > 0) onSent();
    return { kind: 'answer', body: sent };
  });

  return { queue, outcome, busy: sending.busy, add, remove: transfers.remove, chooseType, send: sending.run };
}

/** Requires a type (M 5); keeps retryable problems out of the way. */
function withTypeProblem(entry: QueuedFile): QueuedFile {
  if (isRefused(entry)) return entry;
  const missing = entry.fileTypeId === '';
  return { ...entry, problem: missing ? { text: 'upload.chooseType', final: false } : null };
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
