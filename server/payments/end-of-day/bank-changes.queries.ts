import { type RawBuilder, sql } from 'kysely';
import type { BankAccountType } from '#common/payments/rules/payment-types.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '../payment-tables.ts';
import type { BankAccountChangesTable } from '#server/payments/end-of-day/end-of-day-tables.ts';

interface BankChange {
  readonly entryId: number;
  readonly code: string;
  readonly state: BankAccountChangesTable['state'];
  readonly reason: string | null;
  readonly correctedSealed: Uint8Array;
}

/** About a draft, or about a credit. */
export interface WaitingChange {
  readonly kind: 'draft' | 'credit';
  /** That of the draft's entry, or of the payout. */
  readonly id: string;
  readonly code: string;
  readonly reason: string;
  readonly correctedSealed: Uint8Array;
  readonly traceNumber: string;
  /** Of the payment, or of the payout. */
  readonly referenceNumber: string;
}

export async function saveBankChange(
  transaction: Transaction,
  change: BankChange & { readonly by: string | null; readonly at: Temporal.Instant },
): Promise<void> {
  const decided = {
    state: change.state,
    reason: change.reason,
    decided_by: change.by,
    changed_at: change.at.toString(),
  };
  await transaction
    .withTables<PaymentTables>()
    .insertInto('bank_account_changes')
    .values({
      entry_id: change.entryId,
      code: change.code,
      corrected_sealed: change.correctedSealed,
      ...decided,
    })
    .onConflict((conflict) => conflict.columns(['entry_id', 'code']).doUpdateSet(decided))
    .execute();
}

/**
 * Oldest first.
 * @param traceNumber of one entry, or null for all
 */
export async function listWaitingChanges(
  queryable: Queryable,
  { traceNumber, limit }: { readonly traceNumber: string | null; readonly limit: number },
): Promise<WaitingChange[]> {
  const { rows } = await sql<WaitingChange>`
    select kind, id, code, reason, corrected_sealed as "correctedSealed", trace_number as "traceNumber",
      reference_number as "referenceNumber"
    from (
      select 'draft' as kind, c.entry_id::text as id, c.code, c.reason, c.corrected_sealed, e.trace_number,
        p.reference_number, c.changed_at as since
      from bank_account_changes c join ach_entries e using (entry_id) join payments p using (payment_id)
      where c.state = 'waiting'
      union all
      select 'credit', c.payout_id::text, c.code, c.reason, c.corrected_sealed, s.trace_number, p.reference, c.recorded_at
      from credit_notices c join payout_credits s using (payout_id) join payouts p using (payout_id)
      where c.state = 'waiting'
    ) as waiting
    where ${traceNumber}::text is null or trace_number = ${traceNumber}::text
    order by since, kind, id, code limit ${limit}`.execute(queryable);
  return rows;
}

/** Locks the changes of an entry that still wait, so that only one operator decides them. Returns their codes, sorted. */
export async function lockWaitingCodes(
  transaction: Transaction,
  { kind, id }: Pick<WaitingChange, 'kind' | 'id'>,
): Promise<string[]> {
  const waiting =
    kind === 'draft'
      ? sql`bank_account_changes where entry_id = ${id}::bigint`
      : sql`credit_notices where payout_id = ${id}::uuid`;
  const { rows } = await sql<{ code: string }>`
    select code from ${waiting} and state = 'waiting' order by code for update`.execute(transaction);
  return rows.map(({ code }) => code);
}

/** A sealed bank account, and the id of the payment, schedule or entry it belongs to. */
interface SealedAccount {
  readonly id: string;
  readonly customerId: string;
  readonly ownerName: string;
  readonly accountType: BankAccountType;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

/** Covers saved accounts of all users. */
export async function lockSavedAccounts(
  transaction: Transaction,
  accountIndex: Uint8Array,
): Promise<{ readonly profileId: string; readonly userId: number; readonly customerId: string }[]> {
  const { rows } = await sql<{ profileId: string; userId: number; customerId: string }>`
    select profile_id as "profileId", user_id as "userId", customer_id as "customerId"
    from saved_bank_accounts join users using (user_id)
    where account_index = ${accountIndex} order by profile_id for update of saved_bank_accounts`.execute(transaction);
  return rows;
}

export interface NewAccountColumns {
  readonly accountType: BankAccountType;
  readonly bankName: string;
  readonly lastFour: string;
  readonly accountIndex: Uint8Array;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
}

export async function updateSavedAccount(
  transaction: Transaction,
  profileId: string,
  account: NewAccountColumns,
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('saved_bank_accounts')
    .set({
      account_type: account.accountType,
      bank_name: account.bankName,
      last_four: account.lastFour,
      account_index: account.accountIndex,
      routing_number_sealed: account.routingNumberSealed,
      account_number_sealed: account.accountNumberSealed,
    })
    .where('profile_id', '=', profileId)
    .execute();
}

export async function replaceSavedAccount(transaction: Transaction, oldId: string, newId: string): Promise<void> {
  const tables = transaction.withTables<PaymentTables>();
  await tables
    .updateTable('default_payment_methods')
    .set({ bank_profile_id: newId })
    .where('bank_profile_id', '=', oldId)
    .execute();
  await tables.deleteFrom('saved_bank_accounts').where('profile_id', '=', oldId).execute();
}

type PlannedDraft = SealedAccount & { readonly kind: 'scheduled' | 'recurring' };

/** The planned payments of all logins from accounts with these last four digits, without locking them. */
export function listPlannedDrafts(transaction: Transaction, lastFour: string): Promise<PlannedDraft[]> {
  return readPlannedDrafts(transaction, () => sql`last_four = ${lastFour}`);
}

/** Locks them before reading: after waiting, the statement that locks still sees another table as it was before. */
export async function lockPlannedDrafts(transaction: Transaction, ids: readonly string[]): Promise<PlannedDraft[]> {
  const wanted = sql`any(${[...ids]}::uuid[])`;
  await sql`
    select from payments where payment_id = ${wanted} order by payment_id for update`.execute(transaction);
  await sql`
    select from recurring_payments where recurring_id = ${wanted} order by recurring_id for update`.execute(
    transaction,
  );
  return readPlannedDrafts(transaction, (id) => sql`${id} = ${wanted}`);
}

async function readPlannedDrafts(
  transaction: Transaction,
  isWanted: (id: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<PlannedDraft[]> {
  const select = (table: 'payments' | 'recurring_payments', idName: string, kind: string, state: string) => {
    const id = sql.ref(idName);
    return sql<PlannedDraft>`
      select ${sql.lit(kind)} as kind, ${id} as id, customer_id as "customerId",
        owner_name as "ownerName", account_type as "accountType",
        routing_number_sealed as "routingNumberSealed", account_number_sealed as "accountNumberSealed"
      from ${sql.table(table)} join draft_instructions on instruction_id = ${id}
      where ${isWanted(id)} and state = ${sql.lit(state)} and method_type = 'ACH'
      order by ${id}`.execute(transaction);
  };
  const scheduled = await select('payments', 'payment_id', 'scheduled', 'scheduled');
  const recurring = await select('recurring_payments', 'recurring_id', 'recurring', 'active');
  return [...scheduled.rows, ...recurring.rows];
}

export async function updatePaymentAccount(
  transaction: Transaction,
  { kind, id }: { readonly kind: 'payment' | 'scheduled' | 'recurring'; readonly id: string },
  shown: Pick<NewAccountColumns, 'accountType' | 'bankName' | 'lastFour'>,
): Promise<void> {
  const columns = {
    bank_account_type: shown.accountType,
    bank_name: shown.bankName,
    last_four: shown.lastFour,
  };
  const tables = transaction.withTables<PaymentTables>();
  if (kind === 'recurring') {
    await tables.updateTable('recurring_payments').set(columns).where('recurring_id', '=', id).execute();
    return;
  }
  await tables.updateTable('payments').set(columns).where('payment_id', '=', id).execute();
}

type WaitingEntry = SealedAccount & { readonly entryId: number };

/** The drafts that no file has yet, from accounts with these last four digits, without locking them. */
export function listWaitingEntries(transaction: Transaction, lastFour: string): Promise<WaitingEntry[]> {
  return readWaitingEntries(transaction, sql`p.last_four = ${lastFour}`);
}

/** Locks the drafts of these payments that no file has yet. Locks the payments too, and first, as moving a payment does. */
export async function lockWaitingEntries(
  transaction: Transaction,
  paymentIds: readonly string[],
): Promise<WaitingEntry[]> {
  await sql`
    select from payments where payment_id = any(${[...paymentIds]}::uuid[])
    order by payment_id for update`.execute(transaction);
  return readWaitingEntries(transaction, sql`e.payment_id = any(${[...paymentIds]}::uuid[])`, sql`for update of e`);
}

async function readWaitingEntries(
  transaction: Transaction,
  isWanted: RawBuilder<unknown>,
  lock = sql``,
): Promise<WaitingEntry[]> {
  const { rows } = await sql<WaitingEntry>`
    select e.entry_id as "entryId", e.payment_id as id, p.customer_id as "customerId",
      e.owner_name as "ownerName", e.account_type as "accountType",
      e.routing_number_sealed as "routingNumberSealed", e.account_number_sealed as "accountNumberSealed"
    from ach_entries e join payments p using (payment_id)
    where ${isWanted} and e.state in ('collected', 'held')
    order by e.entry_id ${lock}`.execute(transaction);
  return rows;
}

export async function updateEntryAccount(
  transaction: Transaction,
  entryId: number,
  account: Pick<NewAccountColumns, 'accountType' | 'routingNumberSealed' | 'accountNumberSealed'>,
): Promise<void> {
  await sql`
    update ach_entries set account_type = ${account.accountType},
      routing_number_sealed = ${account.routingNumberSealed}, account_number_sealed = ${account.accountNumberSealed}
    where entry_id = ${entryId}`.execute(transaction);
}
