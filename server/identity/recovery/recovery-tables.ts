import type { InstantColumn } from '#server/platform/db/instants.ts';

/** The table of recoveries under way (migration 0005). */
export type RecoveryTables = {
  recovery_requests: RecoveryRequestsTable;
};

interface RecoveryRequestsTable {
  token_hash: Uint8Array;
  identity_hash: Uint8Array;
  /** Null for an identity that nobody has. */
  user_id: number | null;
  expires_at: InstantColumn;
}
