import type { Selectable } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Cents } from '#common/core/money.ts';
import type { PaymentMovesTable, PaymentTables } from '#server/payments/payment-tables.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';

/** A payment that was taken off one loan and put on another. */
export interface MovedPayment {
  readonly moveId: string;
  /** As in the books. */
  readonly paymentId: string;
  readonly from: PlaceOfPayment;
  readonly to: PlaceOfPayment;
  readonly amountCents: Cents;
  readonly effectiveOn: Day;
  readonly reason: string;
  readonly movedBy: string;
  readonly movedAt: Temporal.Instant;
}

/** The loan that a payment counts on, and whose it is. */
export interface PlaceOfPayment {
  readonly customerId: string;
  readonly accountNumber: string;
}

export async function insertMove(transaction: Transaction, move: MovedPayment): Promise<void> {
  await transaction
    .withTables<PaymentTables>()
    .insertInto('payment_moves')
    .values({
      move_id: move.moveId,
      payment_id: move.paymentId,
      from_customer_id: move.from.customerId,
      from_account_number: move.from.accountNumber,
      to_customer_id: move.to.customerId,
      to_account_number: move.to.accountNumber,
      amount_cents: move.amountCents,
      effective_on: move.effectiveOn,
      reason: move.reason,
      moved_by: move.movedBy,
      moved_at: move.movedAt.toString(),
    })
    .execute();
}

/** Of one payment, oldest first. */
export async function listMoves(queryable: Queryable, paymentId: string): Promise<MovedPayment[]> {
  const rows = await queryable
    .withTables<PaymentTables>()
    .selectFrom('payment_moves')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('moved_at')
    .execute();
  return rows.map(fromRow);
}

/** Returns the loan a payment counts on: the one it was made for, unless staff moved it. */
export async function findPlace(
  queryable: Queryable,
  { paymentId, customerId, accountNumber }: PlaceOfPayment & { readonly paymentId: string },
): Promise<PlaceOfPayment> {
  const moves = await listMoves(queryable, paymentId);
  return moves.at(-1)?.to ?? { customerId, accountNumber };
}

function fromRow(row: Selectable<PaymentMovesTable>): MovedPayment {
  return {
    moveId: row.move_id,
    paymentId: row.payment_id,
    from: { customerId: row.from_customer_id, accountNumber: row.from_account_number },
    to: { customerId: row.to_customer_id, accountNumber: row.to_account_number },
    amountCents: row.amount_cents,
    effectiveOn: row.effective_on,
    reason: row.reason,
    movedBy: row.moved_by,
    movedAt: row.moved_at,
  };
}
