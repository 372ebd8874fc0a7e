import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { BankAccountType } from '#common/payments/rules/payment-types.ts';
import type { StandardEntryClass } from '#server/payments-network/nacha/bank-file.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
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

/** One per payment; the database rejects a second. */
export async function insertAchEntry(transaction: Transaction, entry: NewAchEntry): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('ach_entries')
    .values({
      payment_id: entry.paymentId,
      file_on: entry.fileOn,
      amount_cents: entry.amountCents,
      sec: entry.sec,
      owner_name: entry.ownerName,
      account_type: entry.accountType,
      routing_number_sealed: entry.routingNumberSealed,
      account_number_sealed: entry.accountNumberSealed,
      created_at: entry.at.toString(),
    })
    .execute();
}

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
