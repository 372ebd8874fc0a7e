import { setTimeout as sleep } from 'node:timers/promises';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { hasHostTask, readGuard } from './host-tasks.queries.ts';

const MAX_TRIES = 20;
const FIRST_PAUSE_MS = 20;

/**
 * Decides a change based on data read before its transaction, for example from the host. Locks the subject while
 * `change` runs. Reads everything again if `raiseGuard` was called meanwhile, or if a task for the host is pending.
 * @throws Error if other changes interfered every time
 */
export async function readThenChange<Read, Answer>(
  database: Database,
  subject: string,
  read: () => Promise<Read>,
  change: (transaction: Transaction, known: Read) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Before reading the host: a task that finishes during the read would leave no trace.
    const { version, hasTask } = await readGuard(database, subject);
    const changed = hasTask ? undefined : await changeUnlessOutdated(database, subject, version, await read(), change);
    if (changed) return changed.answer;
    await sleep(Math.min(FIRST_PAUSE_MS * 2 ** tries, 500));
  }
  throw new Error(`${subject} keeps changing`);
}

function changeUnlessOutdated<Read, Answer>(
  database: Database,
  subject: string,
  version: number,
  known: Read,
  change: (transaction: Transaction, known: Read) => Promise<Answer>,
): Promise<{ readonly answer: Answer } | undefined> {
  return inTransaction(database, async (transaction) => {
    const isOutdated = (await lockGuard(transaction, subject)) !== version;
    if (isOutdated || (await hasHostTask(transaction, subject))) return undefined;
    return { answer: await change(transaction, known) };
  });
}
