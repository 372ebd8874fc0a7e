import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { BankAccountType } from '#common/payments/rules/payment-types.ts';
import type { StandardEntryClass } from '#server/payments-network/nacha/bank-file.ts';
import { type LateRows, type Queryable, type Transaction, writeLate } from '#server/platform/db/database.ts';
import { insertMany } from '#server/platform/db/insert-many.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';

export interface NewAchEntry {
  readonly paymentId: string;
  /** The business day whose bank file includes it. */
  readonly fileOn: Day;
  readonly amountCents: Cents;
  readonly sec: StandardEntryClass;
  readonly ownerName: string;
  readonly accountType: BankAccountType;
  readonly routingNumberSealed: Uint8Array;
  readonly accountNumberSealed: Uint8Array;
  readonly at: Temporal.Instant;
}

/** Written as the transaction ends. One per payment; the database rejects a second. */
export function insertAchEntry(transaction: Transaction, entry: NewAchEntry): void {
  writeLate(transaction, newEntries, entry);
}

const newEntries: LateRows<NewAchEntry> = {
  statementsFor: (entries) => [
    insertMany(
      'ach_entries',
      entryColumns,
      entries.map((entry) => ({
        payment_id: entry.paymentId,
        file_on: entry.fileOn,
        amount_cents: entry.amountCents,
        sec: entry.sec,
        owner_name: entry.ownerName,
        account_type: entry.accountType,
        routing_number_sealed: entry.routingNumberSealed,
        account_number_sealed: entry.accountNumberSealed,
        created_at: entry.at.toString(),
      })),
    ),
  ],
};

const entryColumns = {
  payment_id: 'uuid',
  file_on: 'date',
  amount_cents: 'bigint',
  sec: 'text',
  owner_name: 'text',
  account_type: 'text',
  routing_number_sealed: 'bytea',
  account_number_sealed: 'bytea',
  created_at: 'timestamptz',
};

export async function cancelAchEntry(transaction: Transaction, paymentId: string): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .updateTable('ach_entries')
    .set({ state: 'cancelled', held_reason: null })
    .where('payment_id', '=', paymentId)
    .execute();
}

/** Returns the numbers that a payment draws on, as `unsealNumbers` takes them, or undefined for one without a draft. */
export async function findSealedNumbers(queryable: Queryable, paymentId: string) {
  return queryable
    .withTables<PaymentTables>()
    .selectFrom('ach_entries')
    .select(['routing_number_sealed as routingNumberSealed', 'account_number_sealed as accountNumberSealed'])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}
