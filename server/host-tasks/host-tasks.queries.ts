import { sql } from 'kysely';
import type { Database, Queryable, Transaction } from '#server/platform/db/database.ts';

export interface SealedTask {
  readonly taskId: number;
  readonly sealIdentity: string;
  readonly sealed: Uint8Array;
  readonly attempts: number;
}

export async function insertHostTask(
  transaction: Transaction,
  { subject, sealIdentity, sealed }: Pick<SealedTask, 'sealIdentity' | 'sealed'> & { readonly subject: string },
): Promise<void> {
  await sql`
    insert into host_tasks (subject, seal_identity, task_sealed)
    values (${subject}, ${sealIdentity}, ${sealed})`.execute(transaction);
}

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
      where next_attempt_at <= now() and (${subject}::text is null or subject = ${subject}::text)
        and not exists (select from host_tasks as earlier where earlier.subject = task.subject and earlier.task_id < task.task_id)
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

export async function hasHostTask(queryable: Queryable, subject: string): Promise<boolean> {
  const { rows } = await sql`select 1 from host_tasks where subject = ${subject} limit 1`.execute(queryable);
  return rows.length === 1;
}
