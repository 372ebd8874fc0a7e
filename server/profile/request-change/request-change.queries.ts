import type { GeneratedAlways } from 'kysely';
import type { Transaction } from '#server/platform/db/database.ts';
import type { InstantColumn } from '#server/platform/db/instants.ts';

type ChangeRequestTables = { contact_change_requests: ContactChangeRequestsTable };

interface ContactChangeRequestsTable {
  request_id: GeneratedAlways<number>;
  user_id: number;
  customer_id: string;
  details_sealed: Uint8Array;
  requested_at: InstantColumn;
}

export interface NewChangeRequest {
  readonly userId: number;
  readonly customerId: string;
  readonly detailsSealed: Uint8Array;
  readonly at: Temporal.Instant;
}

export async function insertChangeRequest(transaction: Transaction, request: NewChangeRequest): Promise<number> {
  const row = await transaction
    .withTables<ChangeRequestTables>()
    .insertInto('contact_change_requests')
    .values({
      user_id: request.userId,
      customer_id: request.customerId,
      details_sealed: request.detailsSealed,
      requested_at: request.at.toString(),
    })
    .returning('request_id')
    .executeTakeFirstOrThrow();
  return row.request_id;
}
