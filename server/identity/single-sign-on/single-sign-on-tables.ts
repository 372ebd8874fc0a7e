import type { InstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0005. */
export type SingleSignOnTables = {
  used_sign_on_tokens: UsedSignOnTokensTable;
  sign_on_identities: SignOnIdentitiesTable;
};

/** Used tokens, kept until they expire. */
interface UsedSignOnTokensTable {
  token_id_hash: Uint8Array;
  expires_at: InstantColumn;
}

/** Maps the sign-on's subject to a user. */
interface SignOnIdentitiesTable {
  issuer: string;
  subject: string;
  user_id: number;
}
