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
