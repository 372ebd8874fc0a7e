import { setTimeout as sleep } from 'node:timers/promises';
import { lockGuard, lockGuardAndRead } from '#server/platform/db/change-guards.queries.ts';
import type { CompiledQuery } from 'kysely';
import { type Database, inTransaction, type Transaction } from '#server/platform/db/database.ts';
import { type GuardReading, hasHostTask, readGuard } from './host-tasks.queries.ts';

const MAX_TRIES = 20;
const FIRST_PAUSE_MS = 20;

/** The data a change is decided on, read while it holds the subject. */
interface Held {
  readonly hasTask: boolean;
}

/** What the caller already knows of a subject, and a statement that reads more than its tasks while it looks for them. */
interface Reads<Row, HeldRead extends Held> {
  readonly first: GuardReading;
  query(transaction: Transaction): CompiledQuery<Row>;
  heldFrom(rows: readonly Row[]): HeldRead;
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
export function readThenChange<Read, Answer, Row, HeldRead extends Held>(
  database: Database,
  subject: string,
  read: () => Promise<Read>,
  change: (transaction: Transaction, known: Read, held: HeldRead) => Promise<Answer>,
  reads: Reads<Row, HeldRead>,
): Promise<Answer>;
export async function readThenChange<Read, Answer>(
  database: Database,
  subject: string | readonly string[],
  read: () => Promise<Read>,
  change: (transaction: Transaction, known: Read, held: Held) => Promise<Answer>,
  reads?: Reads<unknown, Held>,
): Promise<Answer> {
  const subjects = [subject].flat().toSorted();
  let guards = reads ? [reads.first] : await readGuards(database, subjects);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Known before reading the host: a task that finishes during the read would leave no trace.
    const versions = guards.map(({ version }) => version);
    const changed = guards.some(({ hasTask }) => hasTask)
      ? undefined
      : await changeUnlessOutdated(database, { subjects, versions, known: await read(), reads, change });
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
  readonly reads: Reads<unknown, Held> | undefined;
  readonly change: (transaction: Transaction, known: Read, held: Held) => Promise<Answer>;
}

function changeUnlessOutdated<Read, Answer>(
  database: Database,
  { subjects, versions, known, reads, change }: Attempt<Read, Answer>,
): Promise<{ readonly answer: Answer } | undefined> {
  return inTransaction(database, async (transaction) => {
    const held = await lockAndRead(transaction, subjects, versions, reads);
    return !held || held.hasTask ? undefined : { answer: await change(transaction, known, held) };
  });
}

/** Returns undefined if a subject was changed since its version was read. */
async function lockAndRead(
  transaction: Transaction,
  subjects: readonly string[],
  versions: readonly number[],
  reads: Reads<unknown, Held> | undefined,
): Promise<Held | undefined> {
  const [first] = subjects;
  if (reads && first !== undefined) {
    const { version, rows } = await lockGuardAndRead(transaction, first, reads.query(transaction));
    return version === versions[0] ? reads.heldFrom(rows) : undefined;
  }
  for (const [index, subject] of subjects.entries()) {
    if ((await lockGuard(transaction, subject)) !== versions[index]) return undefined;
  }
  return readTasks(transaction, subjects);
}
