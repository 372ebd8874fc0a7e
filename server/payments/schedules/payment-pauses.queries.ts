import { type Selectable, sql } from 'kysely';
import type { PaymentType } from '#common/payments/rules/payment-types.ts';
import type { PaymentPausesTable, PaymentTables } from '#server/payments/payment-tables.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** The time in which a hold code keeps planned payments of a loan back. */
export interface PaymentPause {
  readonly pauseId: string;
  readonly accountNumber: string;
  readonly customerId: string;
  /** The types of payment that are stopped. */
  readonly methods: readonly PaymentType[];
}

export async function findOpenPause(queryable: Queryable, accountNumber: string): Promise<PaymentPause | undefined> {
  const [pause] = await listPausesOfAccounts(queryable, [accountNumber]);
  return pause;
}

/** Returns whether a hold code stops it, so no day of it can be promised. */
export async function isPausedRecurring(
  queryable: Queryable,
  { accountNumber, method }: { readonly accountNumber: string; readonly method: { readonly type: PaymentType } },
): Promise<boolean> {
  return (await findOpenPause(queryable, accountNumber))?.methods.includes(method.type) ?? false;
}

export async function listPausesOfAccounts(
  queryable: Queryable,
  accountNumbers: readonly string[],
): Promise<PaymentPause[]> {
  if (accountNumbers.length === 0) return [];
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payment_pauses')
    .selectAll()
    .where('account_number', 'in', accountNumbers)
    .where('ended_at', 'is', null)
    .execute();
  return rows.map(toPause);
}

/** Open ones, by account number. */
export async function listOpenPauses(
  queryable: Queryable,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<PaymentPause[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payment_pauses')
    .selectAll()
    .where('account_number', '>', after)
    .where('ended_at', 'is', null)
    .orderBy('account_number')
    .limit(limit)
    .execute();
  return rows.map(toPause);
}

export async function insertPause(
  transaction: Transaction,
  pause: PaymentPause & { readonly holdCode: string; readonly at: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into payment_pauses (pause_id, account_number, customer_id, methods, hold_code, began_at)
    values (${pause.pauseId}, ${pause.accountNumber}, ${pause.customerId}, ${[...pause.methods]}::text[],
      ${pause.holdCode}, ${pause.at.toString()}::timestamptz)`.execute(transaction);
}

export async function updatePause(
  transaction: Transaction,
  pauseId: string,
  methods: readonly PaymentType[],
): Promise<void> {
  await sql`update payment_pauses set methods = ${[...methods]}::text[] where pause_id = ${pauseId}`.execute(
    transaction,
  );
}

export async function endPause(transaction: Transaction, pauseId: string, at: Temporal.Instant): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('payment_pauses')
    .set({ ended_at: at.toString() })
    .where('pause_id', '=', pauseId)
    .execute();
}

/** For statements over planned payments: whether a hold code keeps the payment of such a row back. */
export function isPausedRow(table: string) {
  return sql<boolean>`exists (
    select from payment_pauses as pause
    where pause.account_number = ${sql.ref(`${table}.account_number`)} and pause.ended_at is null
      and ${sql.ref(`${table}.method_type`)} = any(pause.methods)
  )`;
}

function toPause(row: Selectable<PaymentPausesTable>): PaymentPause {
  const { pause_id: pauseId, account_number: accountNumber, customer_id: customerId, methods } = row;
  return { pauseId, accountNumber, customerId, methods };
}
