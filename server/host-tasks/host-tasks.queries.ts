import { sql } from 'kysely';
import {
  type Database,
  type LateRows,
  type Queryable,
  type Transaction,
  writeLate,
} from '#server/platform/db/database.ts';
import { insertMany } from '#server/platform/db/insert-many.ts';

export interface SealedTask {
  readonly taskId: number;
  readonly sealIdentity: string;
  readonly sealed: Uint8Array;
  readonly attempts: number;
}

type NewHostTask = Pick<SealedTask, 'sealIdentity' | 'sealed'> & { readonly subject: string };

/** Written as the transaction ends. */
export function insertHostTask(transaction: Transaction, task: NewHostTask): void {
  writeLate(transaction, newTasks, task);
}

const newTasks: LateRows<NewHostTask> = {
  statementsFor: (tasks) => [
    insertMany(
      'host_tasks',
      { subject: 'text', seal_identity: 'uuid', task_sealed: 'bytea' },
      tasks.map(({ subject, sealIdentity, sealed }) => ({ subject, seal_identity: sealIdentity, task_sealed: sealed })),
    ),
  ],
};

/**
 * Claims the oldest due task, of one subject or any. Tasks of a subject run in order. Parallel processes get different
 * ones; a dead process's claim expires.
 */
export async function claimHostTask(
  database: Database,
  { subject, leaseSeconds }: { readonly subject: string | null; readonly leaseSeconds: number },
): Promise<SealedTask | undefined> {
  const { rows } = await sql<SealedTask>`
    update host_tasks set
      attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds}::integer)
    where task_id = (
      select task_id from host_tasks as task
      where next_attempt_at <= now() and set_aside_at is null and (${subject}::text is null or subject = ${subject}::text)
        and not exists (
          select from host_tasks as earlier
          where earlier.subject = task.subject and earlier.task_id < task.task_id and earlier.set_aside_at is null)
      order by task_id limit 1 for update skip locked)
    returning task_id as "taskId", seal_identity as "sealIdentity", task_sealed as "sealed", attempts`.execute(
    database,
  );
  return rows[0];
}

/** Returns false if another process has done it. */
export async function deleteHostTask(queryable: Queryable, taskId: number): Promise<boolean> {
  const { rows } = await sql`delete from host_tasks where task_id = ${taskId} returning task_id`.execute(queryable);
  return rows.length === 1;
}

export async function postponeHostTask(database: Database, taskId: number, seconds: number): Promise<void> {
  await sql`
    update host_tasks set next_attempt_at = now() + make_interval(secs => ${seconds}::integer)
    where task_id = ${taskId}`.execute(database);
}

export interface GuardReading {
  readonly version: number;
  readonly hasTask: boolean;
}

/** Returns the version of a subject, and whether a task for the host is pending, from one snapshot. */
export async function readGuard(queryable: Queryable, subject: string): Promise<GuardReading> {
  const { rows } = await sql<{ version: number | null; hasTask: boolean }>`
    select (select version from change_guards where subject = ${subject}) as version,
      exists (select from host_tasks where subject = ${subject} and set_aside_at is null) as "hasTask"`.execute(
    queryable,
  );
  return { version: rows[0]?.version ?? 0, hasTask: rows[0]?.hasTask ?? false };
}

export async function hasHostTask(queryable: Queryable, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from host_tasks where subject = ${subject} and set_aside_at is null limit 1`.execute(queryable);
  return rows.length === 1;
}

/** Payments of which the host is still to be told something, such as that they were returned. */
export async function countWaitingPayments(queryable: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct subject)::integer as count from host_tasks
    where subject like 'payment:%' and set_aside_at is null`.execute(queryable);
  return rows[0]?.count ?? 0;
}

/** Later tasks of the subject no longer wait for it. @returns false when another process has done it. */
export async function setHostTaskAside(queryable: Queryable, taskId: number, reason: string): Promise<boolean> {
  const { rows } = await sql`
    update host_tasks set set_aside_at = now(), set_aside_reason = ${reason}
    where task_id = ${taskId} and set_aside_at is null returning task_id`.execute(queryable);
  return rows.length === 1;
}

export interface SetAsideTask extends SealedTask {
  readonly setAsideAt: Temporal.Instant;
  readonly reason: string;
}

/** Oldest first. */
export async function listSetAsideTasks(queryable: Queryable, limit: number): Promise<SetAsideTask[]> {
  const { rows } = await sql<SetAsideTask>`
    select task_id as "taskId", seal_identity as "sealIdentity", task_sealed as "sealed", attempts,
      set_aside_at as "setAsideAt", set_aside_reason as reason
    from host_tasks where set_aside_at is not null order by task_id limit ${limit}`.execute(queryable);
  return rows;
}

export async function countSetAsideTasks(queryable: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from host_tasks where set_aside_at is not null`.execute(queryable);
  return rows[0]?.count ?? 0;
}

/** @returns false if no such task is set aside */
export async function takeBackHostTask(transaction: Transaction, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    update host_tasks set set_aside_at = null, set_aside_reason = null, attempts = 0, next_attempt_at = now()
    where task_id = ${taskId} and set_aside_at is not null returning task_id`.execute(transaction);
  return rows.length === 1;
}

/** @returns false if no such task is set aside */
export async function dropSetAsideTask(transaction: Transaction, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from host_tasks where task_id = ${taskId} and set_aside_at is not null returning task_id`.execute(
    transaction,
  );
  return rows.length === 1;
}
