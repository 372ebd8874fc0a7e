import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { PaymentTables } from '../payment-tables.ts';
import type { AchEntryState } from '#server/payments/end-of-day/end-of-day-tables.ts';
import type { CollectedEntry } from './bank-files.queries.ts';

export interface Draft {
  readonly entryId: number;
  readonly paymentId: string;
  readonly referenceNumber: string;
  readonly state: AchEntryState;
  readonly fileOn: Day;
  readonly amountCents: Cents;
  readonly heldReason: string | null;
}

export async function lockDraft(
  transaction: Transaction,
  referenceNumber: string,
): Promise<(Draft & CollectedEntry) | undefined> {
  const row = await select(transaction)
    .select(['timing', 'sec', 'owner_name', 'account_type', 'routing_number_sealed', 'account_number_sealed'])
    .where('reference_number', '=', referenceNumber)
    .forUpdate('ach_entries')
    .executeTakeFirst();
  return (
    row && {
      ...toDraft(row),
      timing: row.timing,
      sec: row.sec,
      ownerName: row.owner_name,
      accountType: row.account_type,
      routingNumberSealed: row.routing_number_sealed,
      accountNumberSealed: row.account_number_sealed,
    }
  );
}

/** Oldest first. */
export async function listHeldDrafts(queryable: Queryable, limit: number): Promise<Draft[]> {
  const rows = await select(queryable)
    .where('ach_entries.state', '=', 'held')
    .orderBy('entry_id')
    .limit(limit)
    .execute();
  return rows.map(toDraft);
}

export async function countHeldDrafts(queryable: Queryable): Promise<number> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('ach_entries')
    .select((count) => count.fn.countAll<number>().as('held'))
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow();
  return row.held;
}

/** @param heldReason kept on a canceled draft; null when it may leave again */
export async function updateDraft(
  transaction: Transaction,
  entryId: number,
  change: { readonly state: Exclude<AchEntryState, 'filed'>; readonly heldReason: string | null },
): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('ach_entries')
    .set({ state: change.state, held_reason: change.heldReason })
    .where('entry_id', '=', entryId)
    .execute();
}

function select(queryable: Queryable) {
  return queryable
    .withTables<PaymentTables>()
    .selectFrom('ach_entries')
    .innerJoin('payments', 'payments.payment_id', 'ach_entries.payment_id')
    .select(['entry_id', 'ach_entries.payment_id', 'reference_number', 'ach_entries.state', 'file_on'])
    .select(['ach_entries.amount_cents', 'held_reason']);
}

function toDraft(row: {
  entry_id: number;
  payment_id: string;
  reference_number: string;
  state: AchEntryState;
  file_on: Day;
  amount_cents: Cents;
  held_reason: string | null;
}): Draft {
  return {
    entryId: row.entry_id,
    paymentId: row.payment_id,
    referenceNumber: row.reference_number,
    state: row.state,
    fileOn: row.file_on,
    amountCents: row.amount_cents,
    heldReason: row.held_reason,
  };
}
