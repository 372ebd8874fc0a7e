import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { WorkStatus } from '#common/desk/work.api.ts';
import type { DeskRole } from '#common/desk/permissions.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

/** Migrations 0037 and later. */
export type DeskTables = {
  staff: StaffTable;
  staff_rights_changes: StaffRightsChangesTable;
  staff_invitations: StaffInvitationsTable;
  staff_passkeys: StaffPasskeysTable;
  desk_sessions: DeskSessionsTable;
  desk_provider_visits: DeskProviderVisitsTable;
  desk_visits: DeskVisitsTable;
  work_items: WorkItemsTable;
  customer_notes: CustomerNotesTable;
};

interface StaffTable {
  staff_id: GeneratedAlways<number>;
  /** Lower case. */
  email_address: string;
  name: string;
  role: DeskRole;
  provider_subject: string | null;
  may_link_until: NullableInstantColumn;
  user_handle: Uint8Array;
  created_at: InstantColumn;
  ended_at: NullableInstantColumn;
}

interface StaffRightsChangesTable {
  change_id: GeneratedAlways<number>;
  staff_id: number;
  /** Null: the identity provider, or an operator. */
  changed_by: number | null;
  changed_at: InstantColumn;
  /** Empty: no access. */
  role_before: DeskRole | '';
  role_after: DeskRole | '';
}

interface StaffInvitationsTable {
  token_hash: Uint8Array;
  staff_id: number;
  expires_at: InstantColumn;
  used_at: NullableInstantColumn;
}

interface StaffPasskeysTable {
  passkey_id: GeneratedAlways<number>;
  staff_id: number;
  credential_id: string;
  public_key: Uint8Array;
  sign_count: number;
  transports: string[];
  created_at: InstantColumn;
  last_used_at: NullableInstantColumn;
}

interface DeskSessionsTable {
  session_id: GeneratedAlways<number>;
  staff_id: number;
  token_hash: Uint8Array;
  created_at: InstantColumn;
  last_seen_at: InstantColumn;
  confirmed_at: NullableInstantColumn;
  ended_at: NullableInstantColumn;
  ip_address: string;
}

interface DeskProviderVisitsTable {
  cookie_hash: Uint8Array;
  state: string;
  nonce: string;
  code_verifier: string;
  session_id: number | null;
  expires_at: InstantColumn;
}

interface DeskVisitsTable {
  session_id: number;
  customer_id: string;
  reason: string;
  opened_at: InstantColumn;
}

type Values = Readonly<Record<string, string>>;

interface WorkItemsTable {
  work_item_id: GeneratedAlways<number>;
  action: string;
  customer_id: string;
  customer_name: string;
  input: ColumnType<Values, string, never>;
  before_values: ColumnType<Values, string, never>;
  after_values: ColumnType<Values, string, never>;
  reason: string;
  asked_by: number;
  asked_at: InstantColumn;
  status: Generated<WorkStatus>;
  decided_by: number | null;
  decided_at: NullableInstantColumn;
  decision_reason: Generated<string>;
}

interface CustomerNotesTable {
  note_id: GeneratedAlways<number>;
  customer_id: string;
  staff_id: number;
  text_sealed: Uint8Array;
  written_at: InstantColumn;
}
