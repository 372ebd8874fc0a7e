import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { NotificationPreferences } from '#common/profile/rules/notifications.ts';
import type { InstantColumn, NullableInstantColumn } from './instants.ts';

/** The portal's tables. The books declare theirs in `host/books`. */
export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  login_history: LoginHistoryTable;
  client_errors: ClientErrorsTable;
  audit_log: AuditLogTable;
  audit_lanes: AuditLanesTable;
  audit_keys: AuditKeysTable;
  sign_in_attempts: SignInAttemptsTable;
  operating_state: OperatingStateTable;
  field_keys: FieldKeysTable;
  outbox_messages: OutboxMessagesTable;
  request_limits: RequestLimitsTable;
  former_passwords: FormerPasswordsTable;
  devices: DevicesTable;
  agreement_records: AgreementRecordsTable;
  email_opt_outs: EmailOptOutsTable;
  email_changes: EmailChangesTable;
  unconfirmed_registrations: UnconfirmedRegistrationsTable;
  notification_preferences: NotificationPreferencesTable;
  app_tokens: AppTokensTable;
}

export interface UsersTable {
  user_id: GeneratedAlways<number>;
  login_name: string;
  /** Lower case; unique. */
  login_key: string;
  password_hash: string;
  customer_id: string;
  restricted: ColumnType<boolean, boolean | undefined, boolean>;
  /** The hold code of the customer that restricted it. */
  restricted_by_code: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: InstantColumn;
  email_verified_at: NullableInstantColumn;
  must_change_password: Generated<boolean>;
  password_question: string | null;
  password_answer_hash: string | null;
  /** False: only holds what was imported for a customer without a login. */
  opened: Generated<boolean>;
}

/** Passwords that may not be reused, newest last. */
export interface FormerPasswordsTable {
  former_password_id: GeneratedAlways<number>;
  user_id: number;
  password_hash: string;
  replaced_at: InstantColumn;
}

export interface SessionsTable {
  session_id: GeneratedAlways<number>;
  user_id: number;
  /** SHA-256 of the cookie's 256 random bits. */
  token_hash: Uint8Array;
  user_token_hash: Uint8Array;
  customer_id: string;
  company_number: number;
  created_at: InstantColumn;
  last_seen_at: InstantColumn;
  ended_at: NullableInstantColumn;
  ip_address: string;
  /** Steps left before the session opens accounts, in order. */
  pending_steps: ColumnType<string[], string[] | undefined, string[]>;
  device_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** In this session, also under single sign-on. */
  password_entered_at: NullableInstantColumn;
  identity_confirmed_at: NullableInstantColumn;
  /** Someone of the staff who sees what the customer sees, until then. */
  viewed_by: ColumnType<number | null, number | null | undefined, never>;
  view_ends_at: NullableInstantColumn;
  app_device_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, never>;
  /** The customer as the core knew them at sign-in, encrypted. */
  customer_sealed: ColumnType<Uint8Array | null, Uint8Array | null | undefined, never>;
}

/** Browsers and phones that have signed in before. */
export interface DevicesTable {
  device_id: GeneratedAlways<number>;
  user_id: number;
  token_hash: Uint8Array;
  /** Skips the security code. */
  trusted: boolean;
  user_agent: string;
  created_at: InstantColumn;
  last_used_at: InstantColumn;
  expires_at: InstantColumn;
  ended_at: NullableInstantColumn;
}

export interface LoginHistoryTable {
  login_id: GeneratedAlways<number>;
  user_id: number;
  logged_in_at: InstantColumn;
  ip_address: string;
}

export interface ClientErrorsTable {
  client_error_id: GeneratedAlways<number>;
  fingerprint: Uint8Array;
  message: string;
  stack: string;
  user_agent: string;
  first_seen_at: InstantColumn;
  seen_count: Generated<number>;
}

/** Append-only; each entry covers the one before it in its lane. */
export interface AuditLogTable {
  audit_id: GeneratedAlways<number>;
  recorded_at: InstantColumn;
  user_id: number | null;
  event: string;
  details: ColumnType<Record<string, unknown>, string, never>;
  lane: number;
  /** Null: from before entries had a key. */
  key_id: number | null;
  previous_head: Uint8Array;
  head: Uint8Array;
}

export interface AuditLanesTable {
  lane: number;
  head: Uint8Array;
}

export interface AuditKeysTable {
  key_id: number;
  key_sealed: Uint8Array;
}

/** Wrong passwords by keyed hash of the username; unknown usernames count too. */
export interface SignInAttemptsTable {
  name_hash: Uint8Array;
  failures: Generated<number>;
  locks: Generated<number>;
  locked_until: NullableInstantColumn;
  updated_at: InstantColumn;
}

/** Wrapped with the field key of the configuration. */
export interface FieldKeysTable {
  key_id: number;
  kind: 'seal' | 'index';
  key_wrapped: Uint8Array;
  active_from: Generated<Temporal.Instant>;
  retired_at: NullableInstantColumn;
}

/** One row: what operators change at run time. */
export interface OperatingStateTable {
  only_row: Generated<boolean>;
  maintenance: boolean;
  clock_moved_seconds: Generated<number>;
  /** Whether the database was ever filled with demonstration data. */
  demonstration: Generated<boolean>;
  /** Set in a restored copy until an operator releases it. */
  quarantined_since: NullableInstantColumn;
  /** A known text, sealed with the field key by the first process. */
  field_key_check: ColumnType<Uint8Array | null, undefined, Uint8Array>;
}

export interface OutboxMessagesTable {
  message_id: GeneratedAlways<number>;
  occasion: string;
  recipient: string;
  /** Set if the message follows the customer to a new address while it waits. */
  customer_id: ColumnType<string | null, string | null | undefined, string | null>;
  subject: string;
  /** Empty since `words_sealed` holds the message; only older messages use it. */
  body: Generated<string>;
  html: Generated<string>;
  words_sealed: Uint8Array | null;
  expires_at: NullableInstantColumn;
  reply_to: Generated<string>;
  channel: Generated<'email' | 'text'>;
  /** The text key of the message. */
  kind: Generated<string>;
  created_at: InstantColumn;
  sent_at: NullableInstantColumn;
  attempts: Generated<number>;
  next_attempt_at: InstantColumn;
  /** Of the last attempt, if it failed. */
  trouble_reference: ColumnType<string | null, never, string>;
  /** Whether its words are kept after it left; null for older messages. */
  may_resend: boolean | null;
  refused_for_good: Generated<boolean>;
  /** Whose preferences apply to it. */
  user_id: number | null;
}

/** Recent requests, by keyed hash of subject and action. */
export interface RequestLimitsTable {
  subject_hash: Uint8Array;
  window_started_at: InstantColumn;
  requests: number;
}

/** Accepted agreements; append-only. */
export interface AgreementRecordsTable {
  record_id: GeneratedAlways<number>;
  user_id: number;
  customer_id: string;
  account_number: Generated<string>;
  name: string;
  url: string;
  agreement_type: number;
  when_to_agree: string;
  date_of_terms: Day;
  text_hash: Uint8Array;
  agreed_at: InstantColumn;
  ip_address: string;
}

export interface EmailOptOutsTable {
  customer_id: string;
  opted_out_at: InstantColumn;
}

/** For a day after a change, sign-in links still go to the old address. */
export interface EmailChangesTable {
  user_id: number;
  former_address: string;
  changed_at: InstantColumn;
}

/** Registrations waiting for a code sent to the contact on file. */
export interface UnconfirmedRegistrationsTable {
  user_id: number;
  /** Empty if the address on file was entered. */
  new_email_address: string;
  new_email_is_verified: boolean;
  registered_at: InstantColumn;
}

export interface NotificationPreferencesTable {
  user_id: number;
  /** Counts saves. */
  sequence_number: number;
  settings: ColumnType<NotificationPreferences, string, string>;
  changed_at: InstantColumn;
}

/** Tokens the mobile app signs in with after a fingerprint or face. */
export interface AppTokensTable {
  app_token_id: GeneratedAlways<number>;
  user_id: number;
  token_hash: Uint8Array;
  /** Keyed hash of the app's name for the device. */
  device_hash: Uint8Array;
  created_at: InstantColumn;
  last_used_at: NullableInstantColumn;
  ended_at: NullableInstantColumn;
}
