import { sql } from 'kysely';
import type { NamedPayout } from '#server/payments/operator/read-days.queries.ts';
import type { Queryable } from '#server/platform/db/database.ts';

/**
 * Returns whether a person asked for, decided, or handled one of these payments, or of these bank
 * credits to customers, at the desk or at the command line. What was refused to them is nothing they did.
 * @param names of the person: the address they have at the desk, the name they give at the command line, or both
 */
export async function hasActedOn(
  queryable: Queryable,
  names: readonly string[],
  { paymentIds, payouts }: { readonly paymentIds: readonly string[]; readonly payouts: readonly NamedPayout[] },
): Promise<boolean> {
  if (paymentIds.length === 0 && payouts.length === 0) return false;
  const customerIds = payouts.map(({ customerId }) => customerId);
  const payoutIds = payouts.map(({ payoutId }) => payoutId);
  const { rows } = await sql`
    with named as (
      select details from audit_log
      where details ? 'paymentId' and (details ? 'by' or details ? 'staffId')
        and details ->> 'paymentId' = any(${[...paymentIds]}::text[]) and event <> 'desk-refused'
      union all
      select details from audit_log
      where details ? 'customerId' and details ->> 'customerId' = any(${customerIds}::text[])
        and details ->> 'payoutId' = any(${payoutIds}::text[]) and event <> 'desk-refused'
    ), acts as (
      select details from named
      union all
      -- Who decided a request is recorded with its number only.
      select details from audit_log
      where details ? 'workItemId' and event <> 'desk-refused'
        and details ->> 'workItemId' in (select details ->> 'workItemId' from named)
    )
    select from acts left join staff on staff.staff_id = (acts.details ->> 'staffId')::bigint
    where lower(acts.details ->> 'by') = any(${lowered(names)}::text[])
      or lower(acts.details ->> 'staff') = any(${lowered(names)}::text[])
      or lower(staff.name) = any(${lowered(names)}::text[])
    limit 1`.execute(queryable);
  return rows.length === 1;
}

function lowered(names: readonly string[]): string[] {
  return names.map((name) => name.trim().toLowerCase());
}
