import type { GeneratedAlways } from 'kysely';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

/** The tables of passkeys (migration 0009). */
export type PasskeyTables = {
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
};

interface PasskeysTable {
  passkey_id: GeneratedAlways<number>;
  user_id: number;
  /** The same for all passkeys of one person, and nothing to anybody else. */
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
