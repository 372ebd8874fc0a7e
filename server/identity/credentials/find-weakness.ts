import { Worker } from 'node:worker_threads';
import type { PasswordWeakness } from '#common/identity/rules/password-weakness.ts';
import type { GuesserKnowledge } from './estimate-weakness.ts';

export interface WeaknessQuestion {
  readonly id: number;
  readonly password: string;
  readonly knowledge: GuesserKnowledge;
}

export interface WeaknessAnswer {
  readonly id: number;
  readonly weakness: PasswordWeakness | undefined;
}

interface Waiting {
  readonly resolve: (weakness: PasswordWeakness | undefined) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let lastId = 0;

/**
 * Returns why a password is easy to guess, as `estimate-weakness.ts` judges it. Runs in a worker thread: a crafted
 * password takes up to 80 ms, which would delay every other request.
 */
export function findWeakness(password: string, knowledge: GuesserKnowledge): Promise<PasswordWeakness | undefined> {
  worker ??= startWorker();
  const question: WeaknessQuestion = { id: ++lastId, password, knowledge };
  const asked = worker;
  return new Promise((resolve, reject) => {
    waiting.set(question.id, { resolve, reject });
    asked.ref();
    // Threads have no origin; the rule means windows.
    // oxlint-disable-next-line require-post-message-target-origin
    asked.postMessage(question);
  });
}

/** Kept for the life of the process, because loading its dictionaries is slow; the process may end without it. */
function startWorker(): Worker {
  const started = new Worker(new URL('./weakness-worker.ts', import.meta.url));
  started.on('message', ({ id, weakness }: WeaknessAnswer) => {
    waiting.get(id)?.resolve(weakness);
    waiting.delete(id);
    if (waiting.size === 0) started.unref();
  });
  started.on('error', (error: Error) => {
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  return started;
}
