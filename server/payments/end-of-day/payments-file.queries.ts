import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { Queryable } from '#server/platform/db/database.ts';

/** A payment that was posted on a loan, or one that was taken off it again. */
export interface PaymentMovement {
  readonly eventId: number;
  readonly movement: 'payment' | 'return';
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly accountNumber: string;
  readonly payOn: Day;
  readonly method: PaymentType;
  readonly amountCents: Cents;
  readonly additionalPrincipalCents: Cents;
  readonly feesCents: Cents;
  /** The bank's code, or DISPUTE or REFUND; null for a payment. */
  readonly returnCode: string | null;
}

/** Lists what was recorded from `since` until before `until`, in order; at most `limit`, after `afterEvent`. */
export async function listMovements(
  queryable: Queryable,
  span: { readonly since: Temporal.Instant; readonly until: Temporal.Instant },
  { afterEvent, limit }: { readonly afterEvent: number; readonly limit: number },
): Promise<readonly PaymentMovement[]> {
  const { rows } = await sql<PaymentMovement>`
    select event_id as "eventId", case to_state when 'posted' then 'payment' else 'return' end as movement,
      payment_id as "paymentId", reference_number as "referenceNumber", account_number as "accountNumber",
      pay_on as "payOn", method_type as method, amount_cents as "amountCents",
      additional_principal_cents as "additionalPrincipalCents",
      first_party_fee_cents + third_party_fee_cents as "feesCents",
      case to_state when 'returned' then return_code end as "returnCode"
    from payment_events join payments using (payment_id)
    where to_state in ('posted', 'returned') and event_id > ${afterEvent}
      and recorded_at >= ${span.since.toString()} and recorded_at < ${span.until.toString()}
    order by event_id limit ${limit}`.execute(queryable);
  return rows;
}
