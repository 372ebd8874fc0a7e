import type { GeneratedAlways } from 'kysely';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0009. */
export type PasskeyTables = {
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
};

interface PasskeysTable {
  passkey_id: GeneratedAlways<number>;
  user_id: number;
  /** The same for all passkeys of a user; reveals nothing to others. */
  user_handle: Uint8Array;
  credential_id: string;
  public_key: Uint8Array;
  sign_count: number;
  transports: string[];
  name: string;
  created_at: InstantColumn;
  last_used_at: NullableInstantColumn;
  blocked_at: NullableInstantColumn;
}

interface PasskeyChallengesTable {
  subject_hash: Uint8Array;
  challenge: string;
  expires_at: InstantColumn;
}
