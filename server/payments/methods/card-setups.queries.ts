import type { Selectable } from 'kysely';
import type { DebitCredit } from '#common/payments/rules/payment-types.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { CardSetupsTable, PaymentTables } from '#server/payments/payment-tables.ts';

/** A card that its customer has to confirm at the bank before it is saved. */
export interface CardSetupRow {
  readonly setupId: string;
  readonly userId: number;
  readonly token: string;
  readonly debitCredit: DebitCredit;
  readonly url: string;
  readonly begunAt: Temporal.Instant;
}

export async function insertCardSetup(queryable: Queryable, setup: CardSetupRow): Promise<void> {
  await queryable
    .withTables<PaymentTables>()
    .insertInto('card_setups')
    .values({
      setup_id: setup.setupId,
      user_id: setup.userId,
      card_token: setup.token,
      debit_credit: setup.debitCredit,
      confirmation_url: setup.url,
      created_at: setup.begunAt.toString(),
    })
    .execute();
}

export async function findCardSetup(
  queryable: Queryable,
  userId: number,
  setupId: string,
): Promise<CardSetupRow | undefined> {
  const row = await queryable
    .withTables<PaymentTables>()
    .selectFrom('card_setups')
    .selectAll()
    .where('setup_id', '=', setupId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toSetup(row);
}

const MAX_SETUPS_AT_ONCE = 200;

/** The oldest first. */
export async function listCardSetups(queryable: Queryable): Promise<CardSetupRow[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('card_setups')
    .selectAll()
    .orderBy('created_at')
    .limit(MAX_SETUPS_AT_ONCE)
    .execute();
  return rows.map(toSetup);
}

/** Returns false if it has ended already. */
export async function deleteCardSetup(transaction: Transaction, setupId: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .withTables<PaymentTables>()
    .deleteFrom('card_setups')
    .where('setup_id', '=', setupId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

function toSetup(row: Selectable<CardSetupsTable>): CardSetupRow {
  return {
    setupId: row.setup_id,
    userId: row.user_id,
    token: row.card_token,
    debitCredit: row.debit_credit,
    url: row.confirmation_url,
    begunAt: row.created_at,
  };
}
