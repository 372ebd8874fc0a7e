import type { InstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0005. */
export type RecoveryTables = {
  recovery_requests: RecoveryRequestsTable;
};

interface RecoveryRequestsTable {
  token_hash: Uint8Array;
  identity_hash: Uint8Array;
  /** Null for an unknown identity. */
  user_id: number | null;
  expires_at: InstantColumn;
}
