/** A table with sealed columns, and the identity each value is bound to. */
export interface SealedTable {
  readonly table: string;
  /** The primary key with its types in PostgreSQL. */
  readonly key: Readonly<Record<string, 'bigint' | 'text' | 'uuid'>>;
  /** More columns that an identity needs. */
  readonly reads?: readonly string[];
  readonly identities: Readonly<Record<string, (row: Readonly<Record<string, string>>) => string>>;
}

/** Where sealed values are kept; `rotate-keys.test.ts` compares this with the database. */
export const sealedTables: readonly SealedTable[] = [
  {
    table: 'customers',
    key: { customer_id: 'text' },
    identities: {
      ssn_sealed: ({ customer_id: id }) => `customer-ssn:${id}`,
      birth_date_sealed: ({ customer_id: id }) => `customer-birth-date:${id}`,
    },
  },
  {
    table: 'sessions',
    key: { session_id: 'bigint' },
    reads: ['customer_id'],
    identities: { customer_sealed: ({ customer_id: id }) => `session-customer:${id}` },
  },
  {
    table: 'ach_entries',
    key: { entry_id: 'bigint' },
    reads: ['payment_id'],
    identities: {
      routing_number_sealed: ({ payment_id: id }) => `ach-entry:${id}:routing`,
      account_number_sealed: ({ payment_id: id }) => `ach-entry:${id}:account`,
    },
  },
  {
    table: 'payout_credits',
    key: { payout_id: 'uuid' },
    identities: {
      routing_number_sealed: ({ payout_id: id }) => `payout-credit:${id}:routing`,
      account_number_sealed: ({ payout_id: id }) => `payout-credit:${id}:account`,
    },
  },
  {
    table: 'saved_bank_accounts',
    key: { profile_id: 'text' },
    identities: {
      routing_number_sealed: ({ profile_id: id }) => `saved-bank-account:${id}:routing`,
      account_number_sealed: ({ profile_id: id }) => `saved-bank-account:${id}:account`,
    },
  },
  {
    table: 'draft_instructions',
    key: { instruction_id: 'uuid' },
    identities: {
      routing_number_sealed: ({ instruction_id: id }) => `draft-instruction:${id}:routing`,
      account_number_sealed: ({ instruction_id: id }) => `draft-instruction:${id}:account`,
    },
  },
  {
    table: 'applications',
    key: { application_number: 'text' },
    identities: { details_sealed: ({ application_number: number }) => `application:${number}` },
  },
  {
    table: 'authenticators',
    key: { user_id: 'bigint' },
    identities: { secret_sealed: ({ user_id: id }) => `authenticator:${id}` },
  },
  {
    table: 'customer_requests',
    key: { request_id: 'bigint' },
    reads: ['customer_id'],
    identities: {
      details_sealed: ({ customer_id: id }) => `contact-change:${id}`,
      answer_sealed: ({ customer_id: id }) => `contact-change:${id}`,
    },
  },
  {
    table: 'customer_notes',
    key: { note_id: 'bigint' },
    reads: ['customer_id'],
    identities: { text_sealed: ({ customer_id: id }) => `customer-note:${id}` },
  },
  {
    table: 'ach_files',
    key: { file_id: 'bigint' },
    reads: ['business_on'],
    identities: { content_sealed: ({ business_on: day }) => `bank-file:${day}` },
  },
  {
    table: 'credit_files',
    key: { file_id: 'bigint' },
    reads: ['through_on'],
    identities: { content_sealed: ({ through_on: day }) => `credit-file:${day}` },
  },
  {
    table: 'outbox_messages',
    key: { message_id: 'bigint' },
    reads: ['occasion'],
    identities: { words_sealed: ({ occasion }) => `outbox-message:${occasion}` },
  },
  {
    table: 'bank_account_changes',
    key: { entry_id: 'bigint', code: 'text' },
    identities: { corrected_sealed: ({ entry_id: id, code }) => `bank-account-change:${id}:${code}` },
  },
  {
    table: 'credit_notices',
    key: { payout_id: 'uuid', code: 'text' },
    identities: { corrected_sealed: ({ payout_id: id, code }) => `credit-notice:${id}:${code}` },
  },
  {
    table: 'host_tasks',
    key: { task_id: 'bigint' },
    reads: ['seal_identity'],
    identities: { task_sealed: ({ seal_identity: id }) => `host-task:${id}` },
  },
];

/**
 * Set-ups end within minutes; the servers' role must not change the key of the audit log; and one-time details are
 * sealed with a key made from their token.
 */
export const notResealed = [
  'authenticator_setups.secret_sealed',
  'audit_keys.key_sealed',
  'one_time_tokens.details_sealed',
] as const;
