import { useRef, useState } from 'react';
import { findFileProblem } from '#common/documents/rules/file-rules.ts';
import { DeskError, submissions } from '#web/desk/data/desk-client.ts';
import { problemOf } from '#web/desk/kit/problem-words.ts';
import { toBase64 } from '#web/desk/kit/to-base64.ts';

export interface AnswerFile {
  readonly id: number;
  readonly file: File;
  readonly state: 'sending' | 'ready' | 'refused';
  /** Once the server has it. */
  readonly documentId?: string;
  /** Why it was refused. */
  readonly problem?: string;
}

interface Answered {
  readonly customerId: string;
  /** Without it, the message begins a conversation. */
  readonly conversationId?: number;
  readonly maxAttachments: number;
}

/** Files for a message. Each is sent and scanned as soon as it is chosen; the message then names them. */
export function useAnswerFiles({ customerId, conversationId, maxAttachments }: Answered) {
  const [files, setFiles] = useState<readonly AnswerFile[]>([]);
  const [problem, setProblem] = useState<string>();
  const nextId = useRef(1);

  const change = (id: number, changes: Partial<AnswerFile>) =>
    setFiles((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one)));

  async function send({ id, file }: AnswerFile) {
    try {
      const place = { customerId, ...(conversationId === undefined ? {} : { conversationId }) };
      const body = { ...place, fileName: file.name, content: await toBase64(file) };
      const { documentId } = await submissions()('POST /api/desk/inbox/attach', { body });
      change(id, { state: 'ready', documentId });
    } catch (error) {
      change(id, { state: 'refused', problem: problemOf(error) });
    }
  }

  const documentIds = files.flatMap(({ documentId }) => documentId ?? []);
  const obstacle =
    documentIds.length === files.length
      ? undefined
      : files.some(({ state }) => state === 'refused')
        ? 'Remove the files that were refused, then send.'
        : 'Wait until the files are scanned, then send.';

  return {
    files,
    problem,
    async add(chosen: readonly File[]) {
      const room = Math.max(0, maxAttachments - files.length);
      setProblem(chosen.length > room ? `A message can have up to ${maxAttachments} files.` : undefined);
      const added = chosen.slice(0, room).map((file) => chosenFile(nextId.current++, file));
      setFiles((before) => [...before, ...added]);
      // One after the other: each is in memory while it is sent.
      for (const one of added) if (one.state === 'sending') await send(one);
    },
    remove(id: number) {
      setProblem(undefined);
      setFiles((before) => before.filter((one) => one.id !== id));
    },
    clear() {
      setProblem(undefined);
      setFiles([]);
    },
    /** Returns what the message names; undefined if a file is still on its way or was refused, which is then said. */
    ready(): string[] | undefined {
      if (obstacle === undefined) return documentIds;
      setProblem(obstacle);
      return undefined;
    },
    /** The files that the message names, once all are stored. */
    documentIds,
    /** Why the message can't be sent with these files yet. */
    obstacle,
  };
}

function chosenFile(id: number, file: File): AnswerFile {
  const problem = findFileProblem({ name: file.name, bytes: file.size });
  if (!problem) return { id, file, state: 'sending' };
  const code = problem === 'FileType' ? 'FormatRefused' : problem;
  return { id, file, state: 'refused', problem: problemOf(new DeskError(409, code)) };
}
