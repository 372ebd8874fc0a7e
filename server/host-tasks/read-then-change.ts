import { setTimeout as sleep } from 'node:timers/promises';
import { lockGuard } from '#server/platform/db/change-guards.queries.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { type GuardReading, hasHostTask, readGuard } from './host-tasks.queries.ts';

const MAX_TRIES = 20;
const FIRST_PAUSE_MS = 20;

/** The data a change is decided on, read while it holds the subject. */
interface Held {
  readonly hasTask: boolean;
}

/** What the caller already knows of a subject, and a statement that reads more than its tasks while it looks for them. */
interface Reads<HeldRead extends Held> {
  readonly readHeld: (transaction: Transaction) => Promise<HeldRead>;
  readonly first: GuardReading;
}

/**
 * Decides a change based on data read before its transaction, for example from the host. Locks the subjects, in one
 * order for all processes, while `change` runs. Reads everything again if `raiseGuard` was called meanwhile, or if a task for the host is pending.
 * @throws Error if other changes interfered every time
 */
export function readThenChange<Read, Answer>(
  database: Database,
  subject: string | readonly string[],
  read: () => Promise<Read>,
  change: (transaction: Transaction, known: Read) => Promise<Answer>,
): Promise<Answer>;
export function readThenChange<Read, Answer, HeldRead extends Held>(
  database: Database,
  subject: string,
  read: () => Promise<Read>,
  change: (transaction: Transaction, known: Read, held: HeldRead) => Promise<Answer>,
  reads: Reads<HeldRead>,
): Promise<Answer>;
export async function readThenChange<Read, Answer>(
  database: Database,
  subject: string | readonly string[],
  read: () => Promise<Read>,
  change: (transaction: Transaction, known: Read, held: Held) => Promise<Answer>,
  reads?: Reads<Held>,
): Promise<Answer> {
  const subjects = [subject].flat().toSorted();
  const readHeld = reads?.readHeld ?? ((transaction: Transaction) => readTasks(transaction, subjects));
  let guards = reads ? [reads.first] : await readGuards(database, subjects);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Known before reading the host: a task that finishes during the read would leave no trace.
    const versions = guards.map(({ version }) => version);
    const changed = guards.some(({ hasTask }) => hasTask)
      ? undefined
      : await changeUnlessOutdated(database, { subjects, versions, known: await read(), readHeld, change });
    if (changed) return changed.answer;
    await sleep(Math.min(FIRST_PAUSE_MS * 2 ** tries, 500));
    guards = await readGuards(database, subjects);
  }
  throw new Error(`${subjects.join(' or ')} keeps changing`);
}

async function readGuards(database: Database, subjects: readonly string[]): Promise<readonly GuardReading[]> {
  return Promise.all(subjects.map((subject) => readGuard(database, subject)));
}

async function readTasks(transaction: Transaction, subjects: readonly string[]): Promise<Held> {
  for (const subject of subjects) if (await hasHostTask(transaction, subject)) return { hasTask: true };
  return { hasTask: false };
}

interface Attempt<Read, Answer> {
  readonly subjects: readonly string[];
  readonly versions: readonly number[];
  readonly known: Read;
  readonly readHeld: (transaction: Transaction) => Promise<Held>;
  readonly change: (transaction: Transaction, known: Read, held: Held) => Promise<Answer>;
}

function changeUnlessOutdated<Read, Answer>(
  database: Database,
  { subjects, versions, known, readHeld, change }: Attempt<Read, Answer>,
): Promise<{ readonly answer: Answer } | undefined> {
  return inTransaction(database, async (transaction) => {
    for (const [index, subject] of subjects.entries()) {
      if ((await lockGuard(transaction, subject)) !== versions[index]) return undefined;
    }
    const held = await readHeld(transaction);
    return held.hasTask ? undefined : { answer: await change(transaction, known, held) };
  });
}
