import { type Generated, type GeneratedAlways, sql } from 'kysely';
import type { ContactChangeFields } from '#common/profile/rules/contact-change.ts';
import type { FieldKind } from '#common/profile/rules/request-form.ts';
import type { FieldCipher } from '#server/platform/crypto/field-cipher.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

type CustomerRequestTables = { customer_requests: CustomerRequestsTable };

/** `byHand`: from before staff decided requests at the desk. */
type RequestStatus = 'byHand' | 'open' | 'approved' | 'declined' | 'withdrawn';

interface CustomerRequestsTable {
  request_id: GeneratedAlways<number>;
  user_id: number;
  customer_id: string;
  form_key: string | null;
  account_number: string | null;
  details_sealed: Uint8Array;
  answer_sealed: Uint8Array | null;
  requested_at: InstantColumn;
  status: Generated<RequestStatus>;
  decided_by: number | null;
  decided_at: NullableInstantColumn;
  withdrawn_at: NullableInstantColumn;
  seen_at: NullableInstantColumn;
}

interface Keeper {
  readonly cipher: FieldCipher;
}

/** As the form was when it was sent, which the institution may have changed since. */
export interface FormContent {
  readonly title: string;
  readonly paymentsContinue: boolean;
  readonly next: string;
  readonly answers: readonly { readonly label: string; readonly kind: FieldKind; readonly value: string }[];
}

export interface NewChangeRequest {
  readonly userId: number;
  readonly customerId: string;
  readonly fields: ContactChangeFields;
  readonly at: Temporal.Instant;
}

export interface NewFormRequest {
  readonly userId: number;
  readonly customerId: string;
  readonly formKey: string;
  readonly accountNumber: string | null;
  readonly content: FormContent;
  readonly at: Temporal.Instant;
}

interface AnyRequest {
  readonly requestId: number;
  readonly userId: number;
  readonly customerId: string;
  readonly requestedAt: Temporal.Instant;
  readonly status: RequestStatus;
  readonly decidedBy: number | null;
  readonly decidedAt: Temporal.Instant | null;
  readonly withdrawnAt: Temporal.Instant | null;
  readonly seenAt: Temporal.Instant | null;
  /** What the customer was answered; empty for nothing. */
  readonly answer: string;
}

export interface ChangeRequest extends AnyRequest {
  readonly kind: 'contactChange';
  readonly fields: ContactChangeFields;
}

export interface FormRequest extends AnyRequest {
  readonly kind: 'form';
  readonly formKey: string;
  readonly accountNumber: string | null;
  readonly content: FormContent;
}

/** What a customer asks for and staff decide. */
export type CustomerRequest = ChangeRequest | FormRequest;

export async function insertChangeRequest(
  { cipher }: Keeper,
  transaction: Transaction,
  { userId, customerId, fields, at }: NewChangeRequest,
): Promise<number> {
  const row = await transaction
    .withTables<CustomerRequestTables>()
    .insertInto('customer_requests')
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

/** Returns undefined if the customer has an open request with this form for this account. */
export async function insertFormRequest(
  { cipher }: Keeper,
  transaction: Transaction,
  { userId, customerId, formKey, accountNumber, content, at }: NewFormRequest,
): Promise<number | undefined> {
  const row = await transaction
    .withTables<CustomerRequestTables>()
    .insertInto('customer_requests')
    .values({
      user_id: userId,
      customer_id: customerId,
      form_key: formKey,
      account_number: accountNumber,
      details_sealed: cipher.encrypt(JSON.stringify(content), identityOf(customerId)),
      requested_at: at.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst();
  return row?.request_id;
}

/**
 * Counts a customer's open requests with a form that is about no account. Serializes those that are being sent: of two
 * parallel ones, the second counts the first.
 */
export async function countOpenForSending(
  transaction: Transaction,
  { customerId, formKey }: Pick<NewFormRequest, 'customerId' | 'formKey'>,
): Promise<number> {
  const lock = `request-of:${customerId}:${formKey}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(transaction);
  const { count } = await transaction
    .withTables<CustomerRequestTables>()
    .selectFrom('customer_requests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customer_id', '=', customerId)
    .where('form_key', '=', formKey)
    .where('account_number', 'is', null)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(count);
}

function select(queryable: Queryable) {
  return queryable
    .withTables<CustomerRequestTables>()
    .selectFrom('customer_requests')
    .select([
      'request_id as requestId',
      'user_id as userId',
      'customer_id as customerId',
      'form_key as formKey',
      'account_number as accountNumber',
      'details_sealed as sealed',
      'answer_sealed as answerSealed',
      'requested_at as requestedAt',
      'status',
      'decided_by as decidedBy',
      'decided_at as decidedAt',
      'withdrawn_at as withdrawnAt',
      'seen_at as seenAt',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function opened({ cipher }: Keeper, row: Row): CustomerRequest {
  const { sealed, answerSealed, formKey, accountNumber, ...rest } = row;
  const identity = identityOf(row.customerId);
  const details: unknown = JSON.parse(cipher.decrypt(sealed, identity));
  const answer = answerSealed === null ? '' : cipher.decrypt(answerSealed, identity);
  if (formKey === null) return { ...rest, answer, kind: 'contactChange', fields: details as ContactChangeFields };
  return { ...rest, answer, kind: 'form', formKey, accountNumber, content: details as FormContent };
}

/** The oldest requests come first. */
export async function listOpenRequests(
  keeper: Keeper,
  queryable: Queryable,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<CustomerRequest[]> {
  const rows = await select(queryable)
    .where('status', '=', 'open')
    .orderBy('requested_at')
    .orderBy('request_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map((row) => opened(keeper, row));
}

export async function countOpenRequests(queryable: Queryable): Promise<number> {
  const { count } = await queryable
    .withTables<CustomerRequestTables>()
    .selectFrom('customer_requests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findRequest(
  keeper: Keeper,
  queryable: Queryable,
  requestId: number,
): Promise<CustomerRequest | undefined> {
  const row = await select(queryable).where('request_id', '=', requestId).executeTakeFirst();
  return row && opened(keeper, row);
}

/** What the customer sent with forms, newest first. */
export async function listFormRequestsOf(
  keeper: Keeper,
  queryable: Queryable,
  customerId: string,
  limit: number,
): Promise<FormRequest[]> {
  const rows = await select(queryable)
    .where('customer_id', '=', customerId)
    .where('form_key', 'is not', null)
    .orderBy('request_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => opened(keeper, row)).filter((request) => request.kind === 'form');
}

/** Customers with an open request about an account, the first to ask first. */
export async function listAskersAbout(queryable: Queryable, accountNumber: string, limit: number) {
  return queryable
    .withTables<CustomerRequestTables>()
    .selectFrom('customer_requests')
    .select(['request_id as requestId', 'customer_id as customerId'])
    .where('account_number', '=', accountNumber)
    .where('status', '=', 'open')
    .orderBy('request_id')
    .limit(limit)
    .execute();
}

export interface SettledRequest {
  readonly requestId: number;
  readonly customerId: string;
  readonly status: 'approved' | 'declined';
  readonly decidedBy: number;
  /** What the customer reads; empty if the email says it all. */
  readonly answer: string;
}

/** @returns false if someone was faster */
export async function settleRequest(
  { cipher }: Keeper,
  transaction: Transaction,
  { requestId, customerId, status, decidedBy, answer }: SettledRequest,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOpen(transaction, requestId)
    .set({
      status,
      decided_by: decidedBy,
      decided_at: at.toString(),
      answer_sealed: answer === '' ? null : cipher.encrypt(answer, identityOf(customerId)),
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns false if it is decided already */
export async function withdrawRequest(
  transaction: Transaction,
  requestId: number,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOpen(transaction, requestId)
    .set({ status: 'withdrawn', withdrawn_at: at.toString() })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

function updateOpen(transaction: Transaction, requestId: number) {
  return transaction
    .withTables<CustomerRequestTables>()
    .updateTable('customer_requests')
    .where('request_id', '=', requestId)
    .where('status', '=', 'open');
}

/** Only a decided request has something to see. */
export async function markAnswerSeen(transaction: Transaction, requestId: number, at: Temporal.Instant): Promise<void> {
  await transaction
    .withTables<CustomerRequestTables>()
    .updateTable('customer_requests')
    .set({ seen_at: at.toString() })
    .where('request_id', '=', requestId)
    .where('decided_at', 'is not', null)
    .where('seen_at', 'is', null)
    .execute();
}

/** Bound by the name from before there were forms: another one would not open what is stored. */
function identityOf(customerId: string): string {
  return `contact-change:${customerId}`;
}
