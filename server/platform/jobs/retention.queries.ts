import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

/** Retention periods, listed in docs/operating.md. Books, payments and the audit log are kept forever. */
const retentionDays = {
  endedSessions: 30,
  logins: 2 * 365,
  signInAttempts: 30,
  requestLimits: 1,
  clientErrors: 90,
  sentMessages: 90,
  /** Until then, staff can send one again. */
  sentWords: 30,
  expiredCodes: 1,
  contactMessages: 3 * 365,
  conversations: 3 * 365,
  customerRequests: 3 * 365,
  /** No one decides them anymore. */
  withdrawnRequests: 90,
  /** The previous address counts for a day. */
  emailChanges: 2,
} as const;

export async function deleteOutdated(database: Database, now: Temporal.Instant): Promise<void> {
  const before = (days: number) => sql`${now.subtract({ hours: 24 * days }).toString()}::timestamptz`;
  const instant = sql`${now.toString()}::timestamptz`;
  const statements = [
    sql`delete from one_time_tokens where expires_at < ${instant}`,
    sql`delete from used_sign_on_tokens where expires_at < ${instant}`,
    sql`delete from authenticator_setups where expires_at < ${instant}`,
    sql`delete from keyed_answers where expires_at < ${instant}`,
    sql`delete from used_captchas where expires_at < ${instant}`,
    sql`delete from prepared_draft_agreements where expires_at < ${instant}`,
    sql`delete from staff_invitations where expires_at < ${instant}`,
    sql`delete from desk_provider_visits where expires_at < ${instant}`,
    sql`delete from contact_messages where received_at < ${before(retentionDays.contactMessages)}`,
    sql`delete from conversations where changed_at < ${before(retentionDays.conversations)}`,
    sql`delete from customer_requests where requested_at < ${before(retentionDays.customerRequests)}`,
    sql`delete from customer_requests where withdrawn_at < ${before(retentionDays.withdrawnRequests)}`,
    sql`delete from email_changes where changed_at < ${before(retentionDays.emailChanges)}`,
    sql`delete from sessions where last_seen_at < ${before(retentionDays.endedSessions)}`,
    // After their sessions, which may outlast them.
    sql`delete from devices where expires_at < ${instant}
      and not exists (select from sessions where sessions.device_id = devices.device_id)`,
    ...deleteDeskSessions(before(retentionDays.endedSessions)),
    // The newest one of a user stays: the dashboard and the desk show it.
    sql`delete from login_history as login where logged_in_at < ${before(retentionDays.logins)} and exists (
      select from login_history as newer where newer.user_id = login.user_id and newer.login_id > login.login_id)`,
    sql`delete from sign_in_attempts where updated_at < ${before(retentionDays.signInAttempts)}`,
    sql`delete from request_limits where window_started_at < ${before(retentionDays.requestLimits)}`,
    sql`delete from client_errors where first_seen_at < ${before(retentionDays.clientErrors)}`,
    sql`delete from one_time_codes where expires_at < ${before(retentionDays.expiredCodes)}`,
    sql`delete from outbox_messages where sent_at < ${before(retentionDays.sentMessages)}`,
    sql`update outbox_messages set words_sealed = null
      where sent_at < ${before(retentionDays.sentWords)} and words_sealed is not null`,
  ];
  for (const statement of statements) await statement.execute(database);
}

/** The newest one of a person stays, because the list of staff shows when they were last here. */
function deleteDeskSessions(lastSeenBefore: ReturnType<typeof sql>) {
  const outdated = sql`
    select session_id from desk_sessions as session where last_seen_at < ${lastSeenBefore} and exists (
      select from desk_sessions as newer
      where newer.staff_id = session.staff_id and newer.session_id > session.session_id)`;
  return ['desk_visits', 'desk_provider_visits', 'desk_sessions'].map(
    (table) => sql`delete from ${sql.table(table)} where session_id in (${outdated})`,
  );
}
