import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** An unused release expires after this. */
const VALID_HOURS = 24;

/** The bank file of a day, or a file for credit bureaus. */
export type ReleasedFile = { readonly businessOn: Day } | { readonly fileId: number };

function releasesOf(file: ReleasedFile) {
  return 'fileId' in file
    ? { table: sql.table('credit_file_releases'), key: sql.ref('file_id'), value: file.fileId }
    : { table: sql.table('bank_file_releases'), key: sql.ref('business_on'), value: file.businessOn };
}

export async function insertFileRelease(
  transaction: Transaction,
  file: ReleasedFile,
  workItemId: number,
  at: Temporal.Instant,
): Promise<void> {
  const { table, key, value } = releasesOf(file);
  await sql`
    insert into ${table} (work_item_id, ${key}, released_at)
    values (${workItemId}, ${value}, ${at.toString()})`.execute(transaction);
}

/** @param staffId the person who asked; only they may download */
export async function findUnusedRelease(
  queryable: Queryable,
  file: ReleasedFile,
  staffId: number,
  now: Temporal.Instant,
): Promise<number | undefined> {
  const { table, key, value } = releasesOf(file);
  const { rows } = await sql<{ workItemId: number }>`
    select work_item_id as "workItemId" from ${table} join work_items using (work_item_id)
    where ${key} = ${value} and asked_by = ${staffId} and downloaded_at is null
      and released_at > ${now.subtract({ hours: VALID_HOURS }).toString()}
    order by work_item_id limit 1`.execute(queryable);
  return rows[0]?.workItemId;
}

/** @returns false if it was used meanwhile */
export async function takeRelease(
  transaction: Transaction,
  file: ReleasedFile,
  workItemId: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const { rows } = await sql`
    update ${releasesOf(file).table} set downloaded_at = ${at.toString()}
    where work_item_id = ${workItemId} and downloaded_at is null
    returning work_item_id`.execute(transaction);
  return rows.length === 1;
}

export interface FileDownload {
  readonly by: string;
  readonly approvedBy: string;
  readonly at: Temporal.Instant;
}

/** Oldest first. */
export async function listDownloads(queryable: Queryable, file: ReleasedFile): Promise<FileDownload[]> {
  const { table, key, value } = releasesOf(file);
  const { rows } = await sql<FileDownload>`
    select a.name as by, coalesce(d.name, '') as "approvedBy", downloaded_at as at
    from ${table} join work_items w using (work_item_id) join staff a on a.staff_id = w.asked_by
      left join staff d on d.staff_id = w.decided_by
    where ${key} = ${value} and downloaded_at is not null
    order by downloaded_at`.execute(queryable);
  return rows;
}
