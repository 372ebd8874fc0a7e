import type { Generated, GeneratedAlways } from 'kysely';
import type { ContactChangeFields } from '#common/profile/rules/contact-change.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

type ChangeRequestTables = { contact_change_requests: ContactChangeRequestsTable };

/** `byHand`: from before staff decided requests at the desk. */
type RequestStatus = 'byHand' | 'open' | 'approved' | 'declined';

interface ContactChangeRequestsTable {
  request_id: GeneratedAlways<number>;
  user_id: number;
  customer_id: string;
  details_sealed: Uint8Array;
  requested_at: InstantColumn;
  status: Generated<RequestStatus>;
  decided_by: number | null;
  decided_at: NullableInstantColumn;
}

interface Keeper {
  readonly cipher: FieldCipher;
}

export interface NewChangeRequest {
  readonly userId: number;
  readonly customerId: string;
  readonly fields: ContactChangeFields;
  readonly at: Temporal.Instant;
}

export interface ChangeRequest extends Omit<NewChangeRequest, 'at'> {
  readonly requestId: number;
  readonly requestedAt: Temporal.Instant;
  readonly status: RequestStatus;
  readonly decidedBy: number | null;
  readonly decidedAt: Temporal.Instant | null;
}

export async function insertChangeRequest(
  { cipher }: Keeper,
  transaction: Transaction,
  { userId, customerId, fields, at }: NewChangeRequest,
): Promise<number> {
  const row = await transaction
    .withTables<ChangeRequestTables>()
    .insertInto('contact_change_requests')
    .values({
      user_id: userId,
      customer_id: customerId,
      details_sealed: cipher.encrypt(JSON.stringify(fields), identityOf(customerId)),
      requested_at: at.toString(),
    })
    .returning('request_id')
    .executeTakeFirstOrThrow();
  return row.request_id;
}

function select(queryable: Queryable) {
  return queryable
    .withTables<ChangeRequestTables>()
    .selectFrom('contact_change_requests')
    .select([
      'request_id as requestId',
      'user_id as userId',
      'customer_id as customerId',
      'details_sealed as sealed',
      'requested_at as requestedAt',
      'status',
      'decided_by as decidedBy',
      'decided_at as decidedAt',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function opened({ cipher }: Keeper, { sealed, ...row }: Row): ChangeRequest {
  const fields = JSON.parse(cipher.decrypt(sealed, identityOf(row.customerId))) as ContactChangeFields;
  return { ...row, fields };
}

/** The oldest requests come first. */
export async function listOpenChangeRequests(
  keeper: Keeper,
  queryable: Queryable,
  limit: number,
): Promise<ChangeRequest[]> {
  const rows = await select(queryable).where('status', '=', 'open').orderBy('requested_at').limit(limit).execute();
  return rows.map((row) => opened(keeper, row));
}

export async function countOpenChangeRequests(queryable: Queryable): Promise<number> {
  const { count } = await queryable
    .withTables<ChangeRequestTables>()
    .selectFrom('contact_change_requests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findChangeRequest(
  keeper: Keeper,
  queryable: Queryable,
  requestId: number,
): Promise<ChangeRequest | undefined> {
  const row = await select(queryable).where('request_id', '=', requestId).executeTakeFirst();
  return row && opened(keeper, row);
}

export interface SettledRequest {
  readonly requestId: number;
  readonly status: 'approved' | 'declined';
  readonly decidedBy: number;
}

/** @returns false if someone was faster */
export async function settleChangeRequest(
  transaction: Transaction,
  { requestId, status, decidedBy }: SettledRequest,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .withTables<ChangeRequestTables>()
    .updateTable('contact_change_requests')
    .set({ status, decided_by: decidedBy, decided_at: at.toString() })
    .where('request_id', '=', requestId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function identityOf(customerId: string): string {
  return `contact-change:${customerId}`;
}
