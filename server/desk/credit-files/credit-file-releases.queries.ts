import { sql } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** An unused release expires after this. */
const VALID_HOURS = 24;

export async function insertCreditFileRelease(
  transaction: Transaction,
  { workItemId, fileId }: { readonly workItemId: number; readonly fileId: number },
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into credit_file_releases (work_item_id, file_id, released_at)
    values (${workItemId}, ${fileId}, ${at.toString()})`.execute(transaction);
}

/** @param staffId the person who asked; only they may download */
export async function findUnusedCreditRelease(
  queryable: Queryable,
  { fileId, staffId }: { readonly fileId: number; readonly staffId: number },
  now: Temporal.Instant,
): Promise<number | undefined> {
  const { rows } = await sql<{ workItemId: number }>`
    select r.work_item_id as "workItemId"
    from credit_file_releases r join work_items w using (work_item_id)
    where r.file_id = ${fileId} and w.asked_by = ${staffId} and r.downloaded_at is null
      and r.released_at > ${now.subtract({ hours: VALID_HOURS }).toString()}
    order by r.work_item_id limit 1`.execute(queryable);
  return rows[0]?.workItemId;
}

/** @returns false if it was used meanwhile */
export async function takeCreditRelease(
  transaction: Transaction,
  workItemId: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    update credit_file_releases set downloaded_at = ${at.toString()}
    where work_item_id = ${workItemId} and downloaded_at is null
    returning work_item_id`.execute(transaction);
  return rows.length === 1;
}

/** Oldest first. */
export async function listCreditDownloads(
  queryable: Queryable,
  fileId: number,
): Promise<{ readonly by: string; readonly approvedBy: string; readonly at: Temporal.Instant }[]> {
  const { rows } = await sql<{ by: string; approvedBy: string; at: Temporal.Instant }>`
    select a.name as by, coalesce(d.name, '') as "approvedBy", r.downloaded_at as at
    from credit_file_releases r join work_items w using (work_item_id) join staff a on a.staff_id = w.asked_by
      left join staff d on d.staff_id = w.decided_by
    where r.file_id = ${fileId} and r.downloaded_at is not null
    order by r.downloaded_at`.execute(queryable);
  return rows;
}
