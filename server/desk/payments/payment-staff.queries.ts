import { sql } from 'kysely';
import { stepsFirst } from '#common/desk/event-words.ts';
import type { Queryable } from '#server/platform/db/database.ts';

export interface StaffStep {
  readonly event: string;
  readonly staff: string;
  readonly reason: string;
  readonly evidence: string;
  readonly at: Temporal.Instant;
}

/**
 * Staff's actions on a payment, with refused ones, newest first. A refused look isn't an action, nor is a try that only
 * asked for a reason or a confirmation first. The index finds the customer's entries.
 */
export async function listStaffSteps(
  queryable: Queryable,
  { customerId, paymentId }: { readonly customerId: string; readonly paymentId: string },
): Promise<StaffStep[]> {
  const { rows } = await sql<StaffStep>`
    select event, details ->> 'staff' as staff, coalesce(details ->> 'reason', '') as reason,
      coalesce(details ->> 'evidence', '') as evidence, recorded_at as "at"
    from audit_log
    where details ->> 'customerId' = ${customerId} and details ? 'customerId' and details ? 'staffId'
      and (details ->> 'paymentId' = ${paymentId}
        or details ->> 'workItemId' in (
          select work_item_id::text from work_items
          where customer_id = ${customerId} and input ->> 'paymentId' = ${paymentId}))
      and (event <> 'desk-refused'
        or (details ->> 'call' not like 'GET %' and details ->> 'code' not in (${sql.join(Object.keys(stepsFirst))})))
    order by audit_id desc limit 50`.execute(queryable);
  return rows;
}
