import { sql } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';
import type { AuditEvent } from '#server/platform/audit/audit-log.ts';

export interface DeskAuditPage {
  readonly before?: number | undefined;
  /** The start of an address. */
  readonly staff?: string | undefined;
  readonly customerId?: string | undefined;
  readonly limit: number;
}

export interface DeskAuditEntry {
  readonly auditId: number;
  readonly at: Temporal.Instant;
  readonly event: string;
  readonly details: AuditEvent['details'];
}

/** Entries of staff, newest first. */
export async function listDeskAudit(
  queryable: Queryable,
  { before, staff, customerId, limit }: DeskAuditPage,
): Promise<DeskAuditEntry[]> {
  const rows = await queryable
    .selectFrom('audit_log')
    .select(['audit_id', 'recorded_at', 'event', 'details'])
    .where(sql<boolean>`details ? 'staffId'`)
    .$if(before !== undefined, (query) => query.where('audit_id', '<', before ?? 0))
    .$if(staff !== undefined, (query) =>
      query.where(sql<boolean>`starts_with(details ->> 'staff', ${(staff ?? '').toLowerCase()})`),
    )
    .$if(customerId !== undefined, (query) => query.where(sql<boolean>`details ->> 'customerId' = ${customerId}`))
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    auditId: row.audit_id,
    at: row.recorded_at,
    event: row.event,
    details: row.details as AuditEvent['details'],
  }));
}

/** Returns the reason for which staff decided a request of a customer; empty before. */
export async function findRequestReason(
  queryable: Queryable,
  { customerId, requestId }: { readonly customerId: string; readonly requestId: number },
): Promise<string> {
  const row = await queryable
    .selectFrom('audit_log')
    .select(sql<string | null>`details ->> 'reason'`.as('reason'))
    .where('event', 'in', ['desk-request-approved', 'desk-request-declined'])
    .where(sql<boolean>`details ? 'customerId' and details ->> 'customerId' = ${customerId}`)
    .where(sql<boolean>`details ->> 'requestId' = ${String(requestId)}`)
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.reason ?? '';
}

/** Returns why approved changes could not be made anymore, by work item. */
export async function listWhyNotMade(
  queryable: Queryable,
  workItemIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ readonly workItemId: number; readonly why: string }>`
    select (details ->> 'workItemId')::int as "workItemId", details ->> 'why' as why from audit_log
    where details ? 'workItemId' and details ->> 'workItemId' = any (${workItemIds.map(String)}::text[])
      and event = 'desk-approved' and details ->> 'status' = 'refused'`.execute(queryable);
  return new Map(rows.map(({ workItemId, why }) => [workItemId, why]));
}
