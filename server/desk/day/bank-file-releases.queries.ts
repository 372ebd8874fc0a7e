import type { Day } from '#common/core/dates.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { DeskTables } from '#server/desk/desk-tables.ts';

/** An unused release expires after this. */
const VALID_HOURS = 24;

export async function insertFileRelease(
  transaction: Transaction,
  { workItemId, businessOn }: { readonly workItemId: number; readonly businessOn: Day },
  at: Temporal.Instant,
): Promise<void> {
  await transaction
    .withTables<DeskTables>()
    .insertInto('bank_file_releases')
    .values({ work_item_id: workItemId, business_on: businessOn, released_at: at.toString() })
    .execute();
}

interface ReleaseFor {
  readonly businessOn: Day;
  /** The person who asked. Only they may download. */
  readonly staffId: number;
}

export async function findUnusedRelease(
  queryable: Queryable,
  { businessOn, staffId }: ReleaseFor,
  now: Temporal.Instant,
): Promise<number | undefined> {
  const row = await queryable
    .withTables<DeskTables>()
    .selectFrom('bank_file_releases as r')
    .innerJoin('work_items as w', 'w.work_item_id', 'r.work_item_id')
    .select('r.work_item_id as workItemId')
    .where('r.business_on', '=', businessOn)
    .where('w.asked_by', '=', staffId)
    .where('r.downloaded_at', 'is', null)
    .where('r.released_at', '>', now.subtract({ hours: VALID_HOURS }))
    .orderBy('r.work_item_id')
    .limit(1)
    .executeTakeFirst();
  return row?.workItemId;
}

/** @returns false if it was used meanwhile */
export async function takeRelease(
  transaction: Transaction,
  workItemId: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<DeskTables>()
    .updateTable('bank_file_releases')
    .set({ downloaded_at: at.toString() })
    .where('work_item_id', '=', workItemId)
    .where('downloaded_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface FileDownload {
  readonly by: string;
  readonly approvedBy: string;
  readonly at: Temporal.Instant;
}

/** Oldest first. */
export async function listDownloads(queryable: Queryable, businessOn: Day): Promise<FileDownload[]> {
  const rows = await queryable
    .withTables<DeskTables>()
    .selectFrom('bank_file_releases as r')
    .innerJoin('work_items as w', 'w.work_item_id', 'r.work_item_id')
    .innerJoin('staff as a', 'a.staff_id', 'w.asked_by')
    .leftJoin('staff as d', 'd.staff_id', 'w.decided_by')
    .select(['a.name as by', 'd.name as approvedBy', 'r.downloaded_at as at'])
    .where('r.business_on', '=', businessOn)
    .where('r.downloaded_at', 'is not', null)
    .orderBy('r.downloaded_at')
    .execute();
  return rows.flatMap(({ by, approvedBy, at }) => (at === null ? [] : [{ by, approvedBy: approvedBy ?? '', at }]));
}
