import { type Selectable, sql } from 'kysely';
import { accountSubject, customerSubject } from '#server/host-tasks/host-task.ts';
import type { Wishes } from '#server/messages/may-send.ts';
import { preferencesAsJson, preferencesFromJson } from '#server/messages/notification-preferences.queries.ts';
import type { PaymentsTable } from '#server/payments/payment-tables.ts';
import { type Payment, toPayment } from '#server/payments/payments.queries.ts';
import { arrayText } from '#server/platform/db/array-text.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import { asTable } from '#server/platform/db/insert-many.ts';

interface PostedChange {
  readonly payment: Pick<Payment, 'paymentId' | 'state' | 'accountNumber' | 'customerId'>;
  readonly authorization?: string | undefined;
  readonly cardToken?: string | undefined;
}

export interface MovedPayment {
  readonly payment: Payment;
  /** A task about the customer waits for the host, which may be a new address. */
  readonly customerWaits: boolean;
  /** What the customer wants to be told; the defaults for a payment that was planned. */
  readonly wishes: Wishes;
}

type PostedRow = Selectable<PaymentsTable> & {
  readonly customerWaits: boolean;
  readonly wishes: Parameters<typeof preferencesFromJson>[0];
};

const changeColumns = {
  payment_id: 'uuid',
  from_state: 'text',
  authorized: 'text',
  card_token: 'text',
  customer_subject: 'text',
};

/**
 * Takes and raises the guards of the loans, in one order for all processes, and moves payments that are still in the
 * state that was read. One statement: every payment makes it.
 */
export async function movePosted(
  transaction: Transaction,
  changes: readonly PostedChange[],
  at: Temporal.Instant,
): Promise<ReadonlyMap<string, MovedPayment>> {
  const rows = changes.map(({ payment, authorization, cardToken }) => ({
    payment_id: payment.paymentId,
    from_state: payment.state,
    authorized: authorization ?? null,
    card_token: cardToken ?? null,
    customer_subject: customerSubject(payment.customerId),
  }));
  const subjects = changes.map(({ payment }) => accountSubject(payment.accountNumber));
  const { rows: moved } = await sql<PostedRow>`
    with held as (
      insert into change_guards (subject, version)
      select subject, 1 from unnest(${arrayText(subjects)}::text::text[]) as loans (subject) order by subject collate "C"
      on conflict (subject) do update set version = change_guards.version + 1
      returning subject
    ), moved as (
      update payments set
        state = 'posted', state_since = ${at.toString()}::timestamptz, leased_until = null, claimed_until = null,
        return_code = null, decline_reason = null, unapplied_reason = null, confirmation_url = null,
        processor_authorization = coalesce(change.authorized, payments.processor_authorization),
        card_token = coalesce(change.card_token, payments.card_token)
      from ${asTable(changeColumns, rows)} as change (payment_id, from_state, authorized, card_token, customer_subject)
      where payments.payment_id = change.payment_id and payments.state = change.from_state
        and (select count(*) from held) > 0
      returning payments.*, exists (
        select from host_tasks where subject = change.customer_subject and set_aside_at is null
      ) as "customerWaits",
      case when payments.timing = 'immediate' then ${preferencesAsJson(sql.ref('payments.user_id'))} end as wishes
    )
    select * from moved`.execute(transaction);
  return new Map(
    moved.map(({ customerWaits, wishes, ...row }) => [
      row.payment_id,
      { payment: toPayment(row), customerWaits, wishes: preferencesFromJson(wishes) },
    ]),
  );
}
