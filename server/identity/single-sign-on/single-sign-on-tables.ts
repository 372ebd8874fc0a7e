import type { InstantColumn } from '#server/platform/db/instants.ts';

/** The tables of single sign-on (migration 0005). */
export type SingleSignOnTables = {
  used_sign_on_tokens: UsedSignOnTokensTable;
  sign_on_identities: SignOnIdentitiesTable;
};

/** Tokens that were used, until they could not be used anyway. */
interface UsedSignOnTokensTable {
  token_id_hash: Uint8Array;
  expires_at: InstantColumn;
}

/** Who a person is at the institution's single sign-on. */
interface SignOnIdentitiesTable {
  issuer: string;
  subject: string;
  user_id: number;
}
