import { sql } from 'kysely';
import type { Transaction } from './database.ts';

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

/** Does both in one statement, for a change that is known to happen. */
export async function lockAndRaiseGuard(transaction: Transaction, subject: string): Promise<void> {
  await sql`
    insert into change_guards (subject, version) values (${subject}, 1)
    on conflict (subject) do update set version = change_guards.version + 1`.execute(transaction);
}
