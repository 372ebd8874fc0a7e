import { sql } from 'kysely';
import type { Values } from '#server/desk/approvals/work-items.queries.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/**
 * The name of the value in a request to take a file of returns that lists the payments and bank credits that banks sent
 * back. */
export const RETURNED = 'returned';

/** As one value of a request. */
export function joinIds(ids: readonly string[]): string {
  return ids.join(',');
}

/** Payments that a request names and that still count. A taken file has none left. */
const stillCounting = sql`
  payments p where p.state = 'posted'
    and p.payment_id = any(string_to_array(w.input ->> ${sql.lit(RETURNED)}, ',')::uuid[])`;

/** Bank credits that a request names and that did not come back yet. */
const stillSent = sql`
  payout_credits c where c.returned_at is null
    and c.payout_id = any(string_to_array(w.input ->> ${sql.lit(RETURNED)}, ',')::uuid[])`;

export interface UntakenFile {
  readonly workItemId: number;
  readonly sha256: string;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly approvedAt: Temporal.Instant;
  readonly entryCount: number;
}

/** Files of returns that a second person approved and that weren't taken since, oldest first. */
export async function listUntakenFiles(queryable: Queryable, limit: number): Promise<UntakenFile[]> {
  const { rows } = await sql<UntakenFile>`
    select w.work_item_id as "workItemId", w.input ->> 'sha256' as sha256, a.name as "askedBy", d.name as "approvedBy",
      w.decided_at as "approvedAt", named.count as "entryCount"
    from work_items w join staff a on a.staff_id = w.asked_by join staff d on d.staff_id = w.decided_by
      cross join lateral (
        select ((select count(*) from ${stillCounting}) + (select count(*) from ${stillSent}))::int
      ) as named (count)
    where w.action = 'takeReturns' and w.status = 'approved' and named.count > 0
    order by w.decided_at, w.work_item_id limit ${limit}`.execute(queryable);
  return rows;
}

/** Its payments came back, so that those of former years needn't be looked up with every list. */
export async function markTaken(transaction: Transaction, input: Values): Promise<void> {
  await sql`
    update work_items set input = input - ${sql.lit(RETURNED)}
    where action = 'takeReturns' and status = 'approved' and input @> ${JSON.stringify(input)}::jsonb`.execute(
    transaction,
  );
}

/** Gives up the approval of a file that wasn't taken. Returns false if someone was faster. */
export async function dropApproval(
  transaction: Transaction,
  workItemId: number,
  { by, reason, at }: { readonly by: number; readonly reason: string; readonly at: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    update work_items w set status = 'withdrawn', decided_by = ${by}, decided_at = ${at.toString()},
      decision_reason = ${reason}
    where work_item_id = ${workItemId} and action = 'takeReturns' and status = 'approved'
      and (exists (select from ${stillCounting}) or exists (select from ${stillSent}))
    returning work_item_id`.execute(transaction);
  return rows.length === 1;
}

/**
 * Returns whether a file of returns that waits for its approval, or is approved and not taken, names a payment that
 * counts on this loan, whoever made it. An open request of an earlier release names none, so it may be about any.
 */
export async function isReturnExpected(queryable: Queryable, accountNumber: string): Promise<boolean> {
  const { rows } = await sql`
    select from work_items w
    where w.action = 'takeReturns' and (
      (w.status = 'open' and w.input -> ${sql.lit(RETURNED)} is null)
      or (w.status in ('open', 'approved') and exists (
        select from ${stillCounting} and ${accountNumber} = coalesce(
          (select to_account_number from payment_moves m where m.payment_id = p.payment_id::text
           order by moved_at desc limit 1),
          p.account_number))))
    limit 1`.execute(queryable);
  return rows.length === 1;
}
