import { type CompiledQuery, sql } from 'kysely';
import { executeTogether, type Transaction } from './database.ts';
import { prepareStatement } from './prepared-statement.ts';

/** Serializes changes of a subject until the transaction ends. */
export async function lockGuard(transaction: Transaction, subject: string): Promise<number> {
  return versionOf(await lockingGuard(transaction, subject));
}

/** Does the same and reads something else under the guard, in one round trip. */
export async function lockGuardAndRead<Row>(
  transaction: Transaction,
  subject: string,
  read: CompiledQuery<Row>,
): Promise<{ readonly version: number; readonly rows: readonly Row[] }> {
  const [guards, rows] = await executeTogether(transaction, lockingGuard.query(transaction, subject), read);
  return { version: versionOf(guards), rows };
}

interface LockedGuard {
  readonly version: number;
}

function versionOf([guard]: readonly LockedGuard[]): number {
  return guard?.version ?? 0;
}

/** A guard that is there is only locked, which costs less than writing it. */
const lockingGuard = prepareStatement(
  (_database, subject: string) => sql<LockedGuard>`
    with known as (
      select version from change_guards where subject = ${subject} for update
    ), made as (
      insert into change_guards (subject) select ${subject} where not exists (select from known)
      on conflict (subject) do update set subject = excluded.subject
      returning version
    )
    select version from known union all select version from made`,
);

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
