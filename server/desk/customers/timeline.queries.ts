import { sql } from 'kysely';
import type { TimelineKind } from '#common/desk/desk-lists.ts';
import type { Queryable } from '#server/platform/db/database.ts';

export interface TimelineEntry {
  /** Unique within a customer; ends a page. */
  readonly id: string;
  readonly kind: TimelineKind;
  readonly at: Temporal.Instant;
  readonly title: string;
  readonly detail: string;
}

export interface TimelinePage {
  readonly customerId: string;
  /** Where the host reaches the customer, for the mails and texts sent there. */
  readonly recipients: readonly string[];
  readonly kind: TimelineKind | undefined;
  readonly before: Temporal.Instant | undefined;
  readonly limit: number;
}

/** Each source gives its newest entries, which the indexes find; the newest of all make the page. */
export async function listTimeline(queryable: Queryable, page: TimelinePage): Promise<TimelineEntry[]> {
  const { customerId, recipients, kind, limit } = page;
  const until = (page.before ?? Temporal.Instant.from('9999-12-31T00:00:00Z')).toString();
  const addresses = JSON.stringify(recipients.map((recipient) => recipient.toLowerCase()));
  const { rows } = await sql<Omit<TimelineEntry, 'at'> & { at: Temporal.Instant }>`
    with logins as (select user_id from users where customer_id = ${customerId})
    select * from (
      (select 'payment-' || e.event_id as id, 'payment' as kind, e.recorded_at as at,
         'Payment ' || p.reference_number || ': ' || e.to_state as title,
         '$' || to_char(p.amount_cents / 100.0, 'FM999,999,990.00') || ' to ' || p.account_number
           || ', by ' || e.cause || coalesce(', ' || p.return_code, '') as detail
       from payments p join payment_events e on e.payment_id = p.payment_id
       where p.customer_id = ${customerId} and e.recorded_at < ${until}::timestamptz
       order by e.recorded_at desc limit ${limit})
      union all
      (select 'message-' || m.message_id, 'message', m.received_at,
         case m.message_type when 'Question' then 'Asked: ' || m.subject else 'Gave feedback' end, left(m.message, 300)
       from contact_messages m
       where m.user_id in (select user_id from logins) and m.received_at < ${until}::timestamptz
       order by m.received_at desc limit ${limit})
      union all
      (select 'sign-in-' || l.login_id, 'signIn', l.logged_in_at, 'Signed in', 'from ' || l.ip_address
       from login_history l
       where l.user_id in (select user_id from logins) and l.logged_in_at < ${until}::timestamptz
       order by l.logged_in_at desc limit ${limit})
      union all
      (select 'sent-' || o.message_id, 'sent', o.created_at,
         case o.channel when 'text' then 'Text message' else 'Email: ' || o.subject end,
         case when o.sent_at is not null then 'delivered to the mail server'
              when o.attempts > 0 then 'not delivered after ' || o.attempts || ' tries' else 'waiting' end
       from outbox_messages o
       where lower(o.recipient) in (select jsonb_array_elements_text(${addresses}::jsonb))
         and o.created_at < ${until}::timestamptz
       order by o.created_at desc limit ${limit})
      union all
      (select 'document-' || d.document_id, 'document', d.uploaded_at, 'Document: ' || d.display_name,
         case when d.uploaded_by is null then 'from the institution' else 'uploaded by the customer' end
       from documents d
       where d.customer_id = ${customerId} and d.stored_at is not null and d.uploaded_at < ${until}::timestamptz
       order by d.uploaded_at desc limit ${limit})
      union all
      (select 'staff-' || a.audit_id, 'staff', a.recorded_at,
         (a.details ->> 'staff') || ': ' || a.event, coalesce(a.details ->> 'reason', '')
       from audit_log a
       where a.details ->> 'customerId' = ${customerId} and a.details ? 'customerId' and a.details ? 'staffId'
         and a.recorded_at < ${until}::timestamptz
       order by a.audit_id desc limit ${limit})
    ) as entries
    where ${kind ?? null}::text is null or kind = ${kind ?? null}
    order by at desc, id limit ${limit}`.execute(queryable);
  return rows;
}

interface OpenPayment {
  readonly paymentId: string;
  readonly reference: string;
  readonly accountNumber: string;
  readonly state: string;
  readonly amountCents: number;
  readonly payOn: string;
}

/** Payments of a customer that are not finished, the next one first. */
export async function listOpenPayments(
  queryable: Queryable,
  customerId: string,
  limit: number,
): Promise<OpenPayment[]> {
  const { rows } = await sql<OpenPayment>`
    select payment_id as "paymentId", reference_number as reference, account_number as "accountNumber", state,
      amount_cents as "amountCents", pay_on as "payOn"
    from payments
    where customer_id = ${customerId}
      and state in ('created', 'submitting', 'unknown', 'unapplied', 'scheduled')
    order by pay_on limit ${limit}`.execute(queryable);
  return rows;
}
