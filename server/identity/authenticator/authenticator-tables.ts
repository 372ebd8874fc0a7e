import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0009. */
export type AuthenticatorTables = {
  authenticators: AuthenticatorsTable;
  authenticator_setups: AuthenticatorSetupsTable;
  recovery_codes: RecoveryCodesTable;
};

interface AuthenticatorsTable {
  user_id: number;
  secret_sealed: Uint8Array;
  last_step: number;
  confirmed_at: InstantColumn;
}

interface AuthenticatorSetupsTable {
  session_id: number;
  secret_sealed: Uint8Array;
  expires_at: InstantColumn;
}

interface RecoveryCodesTable {
  user_id: number;
  /** The first character of the code. */
  slot: string;
  code_hash: string;
  used_at: NullableInstantColumn;
}
