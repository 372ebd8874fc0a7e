import { type RawBuilder, sql } from 'kysely';
import { actionWords } from '#common/desk/action-words.ts';
import { eventWords, stepsFirst } from '#common/desk/event-words.ts';
import type { TimelineKind } from '#common/desk/desk-lists.ts';
import type { ApprovableAction } from '#common/desk/work.api.ts';
import { isSent } from '#server/documents/document-conditions.queries.ts';
import { openRow } from '#server/payments/payments.queries.ts';
import { isPausedRow } from '#server/payments/schedules/payment-pauses.queries.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { refusalInWords } from './sign-in-refusals.wire.ts';
import { timelineEvents } from './timeline-events.ts';

export interface TimelineEntry {
  /** Unique within a customer; orders entries of the same instant. */
  readonly id: string;
  readonly kind: TimelineKind;
  readonly at: Temporal.Instant;
  readonly title: string;
  readonly detail: string;
}

export interface TimelinePage {
  readonly customerId: string;
  /** Where the host reaches the customer, for the emails and texts sent there. */
  readonly recipients: readonly string[];
  readonly kind: TimelineKind | undefined;
  /** What the reader may open besides: without it, its words and the names of its files are left out. */
  readonly mayRead: { readonly messages: boolean; readonly evidence: boolean };
  /** The last entry of the page before this one. */
  readonly before: Pick<TimelineEntry, 'at' | 'id'> | undefined;
  readonly limit: number;
}

const ids = {
  payment: sql`('payment-' || lpad(e.event_id::text, 19, '0'))`,
  message: sql`('message-' || m.message_id)`,
  written: sql`('written-' || lpad(w.entry_id::text, 19, '0'))`,
  signIn: sql`('sign-in-' || l.login_id)`,
  sent: sql`('sent-' || o.message_id)`,
  move: sql`('move-' || v.move_id)`,
  document: sql`('document-' || d.document_id)`,
  own: sql`('own-' || lpad(a.audit_id::text, 19, '0'))`,
  staff: sql`('staff-' || lpad(a.audit_id::text, 19, '0'))`,
};

/** Each source gives its newest entries, which the indexes find; the newest of all make the page. */
export async function listTimeline(queryable: Queryable, page: TimelinePage): Promise<TimelineEntry[]> {
  const { customerId, kind, before, limit } = page;
  // One transaction writes many entries of one instant, so a page ends at an instant and an id.
  const older = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => {
    if (!before) return sql`true`;
    const until = sql`${before.at.toString()}::timestamptz`;
    return sql`(${at} <= ${until} and (${at} < ${until} or ${id} collate "C" < ${before.id}))`;
  };
  const newest = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`order by ${at} desc, ${id} collate "C" desc limit ${limit}`;
  // Before the limit: many refused sign-ins must not hide a change of the login.
  const ofKind = sql`(${kind ?? null}::text is null or events.kind = ${kind ?? null})`;
  const { rows } = await sql<TimelineEntry & { readonly event: string }>`
    with logins as (select user_id from users where customer_id = ${customerId}),
      recipients as (${recipientsOf(page)}),
      staff_addresses as (select email_address from staff),
      events as (select * from jsonb_each_text(${JSON.stringify(timelineEvents)}::jsonb) as e (event, kind))
    select * from (
      (select ${ids.payment} as id, 'payment' as kind, e.recorded_at as at,
         'Payment ' || p.reference_number || ': ' || case e.to_state when 'created' then 'recorded'
           when 'submitting' then 'being sent' when 'confirming' then 'waits for the customer''s bank' when 'unknown' then 'no outcome'
           when 'unapplied' then 'charged, not applied' when 'cancelled' then 'canceled' else e.to_state end as title,
         '' as event, '$' || to_char(p.amount_cents / 100.0, 'FM999,999,990.00') || ' to ' || p.account_number
           || case e.cause when 'submission' then '' when 'recovery' then ', after an interruption'
             when 'schedule' then ', on its day' when 'operator' then ', by staff'
             when 'hold' then ', because of the hold code of the loan'
             else ', by the ' || e.cause end
           || case e.to_state when 'returned' then coalesce(', ' || p.return_code, '') else '' end as detail
       from payments p join payment_events e on e.payment_id = p.payment_id
       where p.customer_id = ${customerId} and ${older(sql`e.recorded_at`, ids.payment)}
       ${newest(sql`e.recorded_at`, ids.payment)})
      union all
      (${movedPayments(customerId, ids.move)} and ${older(sql`v.moved_at`, ids.move)}
       ${newest(sql`v.moved_at`, ids.move)})
      union all
      (${contactMessages(page)} and ${older(sql`m.received_at`, ids.message)}
       ${newest(sql`m.received_at`, ids.message)})
      union all
      (${portalMessages(page)} and ${older(sql`w.written_at`, ids.written)}
       ${newest(sql`w.written_at`, ids.written)})
      union all
      (select ${ids.signIn}, 'signIn', l.logged_in_at, 'Signed in', '', 'from ' || l.ip_address
       from login_history l
       where l.user_id in (select user_id from logins) and ${older(sql`l.logged_in_at`, ids.signIn)}
       ${newest(sql`l.logged_in_at`, ids.signIn)})
      union all
      (select ${ids.sent}, 'sent', o.created_at,
         case o.channel when 'text' then 'Text message' else 'Email: ' || o.subject end, '',
         case when o.sent_at is not null then 'delivered to the mail server'
              when o.attempts = 0 then 'waiting'
              when o.refused_for_good then 'refused for good' || coalesce(', reference ' || o.trouble_reference, '')
              else 'not delivered after ' || o.attempts || ' tries' || coalesce(', reference ' || o.trouble_reference, '') end
       from recipients r join outbox_messages o on lower(o.recipient) = r.address and o.created_at <= r.until
       where ${older(sql`o.created_at`, ids.sent)}
       ${newest(sql`o.created_at`, ids.sent)})
      union all
      (${documents(page)} and ${older(sql`d.uploaded_at`, ids.document)}
       ${newest(sql`d.uploaded_at`, ids.document)})
      union all
      (${changes} where a.user_id in (select user_id from logins) and ${notByStaff} and ${ofKind} and ${older(sql`a.recorded_at`, ids.own)}
       ${newest(sql`a.recorded_at`, ids.own)})
      union all
      (${changes} where a.details ->> 'customerId' = ${customerId} and a.details ? 'customerId'
         and (a.user_id is null or a.user_id not in (select user_id from logins))
         and ${notByStaff} and ${ofKind} and ${older(sql`a.recorded_at`, ids.own)}
       ${newest(sql`a.recorded_at`, ids.own)})
      union all
      (${byStaff(customerId)} and ${older(sql`a.recorded_at`, ids.staff)}
       ${newest(sql`a.recorded_at`, ids.staff)})
    ) as entries
    where ${kind ?? null}::text is null or kind = ${kind ?? null}
    order by at desc, id collate "C" desc limit ${limit}`.execute(queryable);
  return rows.map(({ event, ...entry }) => ({
    ...entry,
    title: titleOf(entry.title, event),
    detail: entry.kind === 'signIn' ? refusalInWords(entry.detail) : entry.detail,
  }));
}

/** Returns the message of the outbox that an entry is about, if any. */
export function messageIdOf({ kind, id }: Pick<TimelineEntry, 'kind' | 'id'>): readonly number[] {
  return kind === 'sent' ? [Number(id.replace('sent-', ''))] : [];
}

/** Returns the payments that entries are about, by the ids of the entries. */
export async function listPaymentIds(
  queryable: Queryable,
  entries: readonly Pick<TimelineEntry, 'id'>[],
): Promise<ReadonlyMap<string, string>> {
  const eventIds = entries.filter(({ id }) => id.startsWith('payment-')).map(({ id }) => id.replace('payment-', ''));
  const { rows } = await sql<{ id: string; paymentId: string }>`
    select ${ids.payment} as id, payment_id as "paymentId" from payment_events e
    where event_id = any (${eventIds}::bigint[])`.execute(queryable);
  return new Map(rows.map(({ id, paymentId }) => [id, paymentId]));
}

/**
 * @param by empty for the customer
 * @param recorded the event, with the action that it decides after a colon
 */
function titleOf(by: string, recorded: string): string {
  if (recorded === '') return by;
  const [event = '', action = ''] = recorded.split(':');
  const words = isApprovable(action) ? `${eventWords(event)} (${actionWords[action]})` : eventWords(event);
  return by === '' ? words : `${by}: ${words}`;
}

function isApprovable(action: string): action is ApprovableAction {
  return Object.hasOwn(actionWords, action);
}

/** Where messages to the customer went: an address that was changed counts until the day after, when links still go there. */
function recipientsOf({ customerId, recipients }: TimelinePage): RawBuilder<unknown> {
  const addresses = JSON.stringify(recipients.map((recipient) => recipient.toLowerCase()));
  return sql`
    select address, max(until) as until from (
      select jsonb_array_elements_text(${addresses}::jsonb) as address, 'infinity'::timestamptz as until
      union all
      select lower(e.former_address), e.changed_at + interval '1 day'
      from email_changes e where e.user_id in (select user_id from logins)
      union all
      select lower(c.former_address), c.settled_at + interval '1 day'
      from corrected_emails c where c.customer_id = ${customerId} and c.state = 'applied'
    ) as known where address <> '' group by address`;
}

/** What the customer, an operator, or a job did to the login or the profile. */
const changes = sql`
  select ${ids.own}, events.kind, a.recorded_at,
    case when a.event like '%-refused' then '' else coalesce(a.details ->> 'by', '') end,
    a.event, concat_ws(', ', case when events.kind = 'loan' then a.details ->> 'accountNumber' end, a.details ->> 'code',
      case when events.kind = 'loan' then a.details ->> 'reason' end, 'from ' || (a.details ->> 'ipAddress'))
  from audit_log a join events on events.event = a.event`;

/** The desk's calls have entries of their own. */
const notByStaff = sql`not a.details ? 'staffId'
  and coalesce(a.details ->> 'by', '') not in (select email_address from staff_addresses)`;

function byStaff(customerId: string): RawBuilder<unknown> {
  return sql`
    select ${ids.staff}, 'staff', a.recorded_at,
      a.details ->> 'staff', concat_ws(':', a.event, a.details ->> 'action'),
      concat_ws('. Not made: ', a.details ->> 'reason',
        case when a.details ->> 'status' = 'refused' then a.details ->> 'why' end)
    from audit_log a
    where a.details ->> 'customerId' = ${customerId} and a.details ? 'customerId' and a.details ? 'staffId'
      and not ${onlyAskedForStep}`;
}

/** The reason or the proof followed; if not, the customer was not seen. */
const onlyAskedForStep = sql`(a.event = 'desk-refused' and coalesce(a.details ->> 'code', '') in (${sql.join(Object.keys(stepsFirst))}))`;

function contactMessages({ mayRead }: TimelinePage): RawBuilder<unknown> {
  const asked = mayRead.messages ? sql`'Asked: ' || m.subject` : sql`'Asked a question'`;
  const text = mayRead.messages ? sql`left(m.message, 300)` : sql`''`;
  return sql`
    select ${ids.message}, 'message', m.received_at,
      case m.message_type when 'Question' then ${asked} else 'Gave feedback' end, '', ${text}
    from contact_messages m
    where m.user_id in (select user_id from logins)`;
}

/** Messages of the contact form are there as such. */
function portalMessages({ customerId, mayRead }: TimelinePage): RawBuilder<unknown> {
  const title = mayRead.messages ? sql`'Wrote: ' || c.subject` : sql`'Wrote a message'`;
  const text = mayRead.messages ? sql`left(w.text, 300)` : sql`''`;
  return sql`
    select ${ids.written}, 'message', w.written_at, ${title}, '', ${text}
    from conversations c join conversation_entries w using (conversation_id)
    where c.customer_id = ${customerId} and w.kind = 'customer' and w.contact_message_id is null`;
}

/** Without files that were not sent yet, or were taken back. */
function documents({ customerId, mayRead }: TimelinePage): RawBuilder<unknown> {
  const named = (may: boolean) => (may ? sql`': ' || d.display_name` : sql`''`);
  return sql`
    select ${ids.document}, 'document', d.uploaded_at,
      case when d.for_message then 'Attached to a message' || ${named(mayRead.messages)}
        when d.form_key is not null then 'Sent with a request' || ${named(mayRead.evidence)}
        else 'Document: ' || d.display_name end, '',
      case when d.uploaded_by is null then 'from the institution' else 'uploaded by the customer' end
    from documents d
    where d.customer_id = ${customerId} and d.stored_at is not null and ${isSent('d')}`;
}

function movedPayments(customerId: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${id}, 'payment', v.moved_at,
      'Payment moved from ' || v.from_account_number || ' to ' || v.to_account_number, '',
      '$' || to_char(v.amount_cents / 100.0, 'FM999,999,990.00') || ' of ' || v.effective_on || ', by ' || v.moved_by
    from payment_moves v
    where (v.from_customer_id = ${customerId} or v.to_customer_id = ${customerId})`;
}

interface OpenPayment {
  readonly paymentId: string;
  readonly reference: string;
  readonly accountNumber: string;
  readonly state: string;
  readonly amountCents: number;
  readonly payOn: string;
  /** A hold code of the loan keeps it from being made. */
  readonly paused: boolean;
}

/** Payments of a customer that are not finished, the next one first. */
export async function listOpenPayments(
  queryable: Queryable,
  customerId: string,
  limit: number,
): Promise<OpenPayment[]> {
  const { rows } = await sql<OpenPayment>`
    select payment_id as "paymentId", reference_number as reference, account_number as "accountNumber", state,
      amount_cents as "amountCents", pay_on as "payOn",
      (state = 'scheduled' and ${isPausedRow('payments')}) as paused
    from payments
    where customer_id = ${customerId}
      and ${openRow}
    order by pay_on limit ${limit}`.execute(queryable);
  return rows;
}
