import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

/** Retention periods. Books, payments and the audit log are kept forever. */
const retentionDays = {
  endedSessions: 30,
  signInAttempts: 30,
  requestLimits: 1,
  clientErrors: 90,
  sentMessages: 90,
  expiredCodes: 1,
  contactMessages: 3 * 365,
  conversations: 3 * 365,
  contactChangeRequests: 3 * 365,
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
    sql`delete from contact_messages where received_at < ${before(retentionDays.contactMessages)}`,
    sql`delete from conversations where changed_at < ${before(retentionDays.conversations)}`,
    sql`delete from contact_change_requests where requested_at < ${before(retentionDays.contactChangeRequests)}`,
    sql`delete from email_changes where changed_at < ${before(retentionDays.emailChanges)}`,
    sql`delete from sessions where last_seen_at < ${before(retentionDays.endedSessions)}`,
    sql`delete from sign_in_attempts where updated_at < ${before(retentionDays.signInAttempts)}`,
    sql`delete from request_limits where window_started_at < ${before(retentionDays.requestLimits)}`,
    sql`delete from client_errors where first_seen_at < ${before(retentionDays.clientErrors)}`,
    sql`delete from one_time_codes where expires_at < ${before(retentionDays.expiredCodes)}`,
    sql`delete from outbox_messages where sent_at < ${before(retentionDays.sentMessages)}`,
  ];
  for (const statement of statements) await statement.execute(database);
}
