import { sql } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';

export interface WithdrawnDocument {
  readonly documentId: string;
  readonly name: string;
  readonly at: Temporal.Instant;
  readonly by: string;
}

/**
 * Documents that staff took back from a customer, newest first. Row and file are deleted; the audit log says that they
 * were there.
 */
export async function listWithdrawnOf(
  queryable: Queryable,
  customerId: string,
  limit: number,
): Promise<WithdrawnDocument[]> {
  const { rows } = await sql<WithdrawnDocument>`
    select details ->> 'documentId' as "documentId", details ->> 'name' as name, recorded_at as at,
      details ->> 'staff' as by
    from audit_log
    where details ->> 'customerId' = ${customerId} and details ? 'customerId' and event = 'desk-document-withdrawn'
    order by audit_id desc limit ${limit}`.execute(queryable);
  return rows;
}
