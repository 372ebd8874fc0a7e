import { sql } from 'kysely';
import type { Queryable, Transaction } from './database.ts';

export async function findGuardVersion(queryable: Queryable, subject: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from change_guards where subject = ${subject}`.execute(
    queryable,
  );
  return rows[0]?.version ?? 0;
}

/** Serializes changes of a subject until the transaction ends. */
export async function lockGuard(transaction: Transaction, subject: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into change_guards (subject) values (${subject})
    on conflict (subject) do update set subject = excluded.subject
    returning version`.execute(transaction);
  return rows[0]?.version ?? 0;
}

/** Makes all earlier reads of a subject outdated. The transaction must hold its guard. */
export async function raiseGuard(transaction: Transaction, subject: string): Promise<void> {
  await sql`update change_guards set version = version + 1 where subject = ${subject}`.execute(transaction);
}
