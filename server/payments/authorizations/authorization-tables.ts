import type { GeneratedAlways } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

export interface PreparedDraftAgreementsTable {
  token_hash: Uint8Array;
  user_id: number;
  account_number: string;
  facts: string;
  html: string;
  prepared_at: InstantColumn;
  expires_at: InstantColumn;
  previewed_at: NullableInstantColumn;
}

/** Append-only. */
export interface DraftAgreementsTable {
  agreement_id: string;
  user_id: number;
  customer_id: string;
  account_number: string;
  recurring_id: string;
  html: string;
  text_hash: Uint8Array;
  agreed_at: InstantColumn;
  ip_address: string;
}

/** Append-only. */
export interface DraftAuthorizationsTable {
  authorization_id: GeneratedAlways<number>;
  /** The payment, or the recurring payment. */
  authorized: string;
  user_id: number;
  customer_id: string;
  words: string;
  /** Null for the amount due. */
  total_cents: Cents | null;
  pay_on: Day;
  last_four: string;
  authorized_at: InstantColumn;
  ip_address: string;
}
