import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { PaymentCause, PaymentState } from '#server/payments/payment-tables.ts';
import type { AchEntryState } from '#server/payments/end-of-day/end-of-day-tables.ts';
import type { Queryable } from '#server/platform/db/database.ts';

export interface PaymentStep {
  readonly from: PaymentState | null;
  readonly to: PaymentState;
  readonly cause: PaymentCause;
  readonly at: Temporal.Instant;
}

/** Oldest first. */
export async function listPaymentSteps(queryable: Queryable, paymentId: string): Promise<PaymentStep[]> {
  const { rows } = await sql<PaymentStep>`
    select from_state as "from", to_state as "to", cause, recorded_at as "at"
    from payment_events where payment_id = ${paymentId} order by event_id`.execute(queryable);
  return rows;
}

export interface PaymentFacts {
  /** The bank's code, or `REFUND` and the like. */
  readonly returnCode: string | null;
  readonly unappliedReason: string | null;
  /** The processor's own. */
  readonly authorization: string | null;
  readonly draft: PaymentDraft | null;
}

export interface PaymentDraft {
  readonly state: AchEntryState;
  readonly fileOn: Day;
  readonly trace: string | null;
  readonly heldReason: string | null;
}

/** Facts of a payment that only staff sees. */
export async function readPaymentFacts(queryable: Queryable, paymentId: string): Promise<PaymentFacts> {
  const { rows } = await sql<Omit<PaymentFacts, 'draft'> & { [Name in keyof PaymentDraft]: PaymentDraft[Name] | null }>`
    select p.return_code as "returnCode", p.unapplied_reason as "unappliedReason",
      p.processor_authorization as "authorization", e.state, e.file_on as "fileOn", e.trace_number as trace,
      e.held_reason as "heldReason"
    from payments p left join ach_entries e using (payment_id)
    where payment_id = ${paymentId}`.execute(queryable);
  const [row] = rows;
  if (!row) throw new Error(`Payment ${paymentId} was not found`);
  const { returnCode, unappliedReason, authorization, state, fileOn, trace, heldReason } = row;
  const draft = state && fileOn ? { state, fileOn, trace, heldReason } : null;
  return { returnCode, unappliedReason, authorization, draft };
}
