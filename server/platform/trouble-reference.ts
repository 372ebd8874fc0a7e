import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';

/** Crockford's letters: none is mistaken for another when read out on the phone. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

interface Task {
  readonly reference: string;
  readonly tell: (reference: string) => void;
}

const current = new AsyncLocalStorage<Task>();

/** Names one failure in the log and to the customer, such as `7K3M-9QXD`. */
export function createTroubleReference(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** Runs the work of a request; `tell` is called as soon as an outside service fails during it. */
export function withTroubleReference<Answer>(
  reference: string,
  tell: (reference: string) => void,
  work: () => Answer,
): Answer {
  return current.run({ reference, tell }, work);
}

/** Returns the reference of the request that is running, and tells its customer; a job gets a new one. */
export function noteTrouble(): string {
  const task = current.getStore();
  if (!task) return createTroubleReference();
  task.tell(task.reference);
  return task.reference;
}
