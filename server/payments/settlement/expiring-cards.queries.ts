import { sql } from 'kysely';
import type { Day } from '#common/core/dates.ts';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import { isPausedRow } from '#server/payments/schedules/payment-pauses.queries.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';

export interface ExpiringCard {
  readonly userId: number;
  readonly customerId: string;
  readonly token: string;
  readonly expiration: string;
  readonly lastFour: string;
  readonly goodThrough: Day;
  readonly accountNumbers: readonly string[];
}

/**
 * Lists cards that expire by a day while a recurring payment, or a later scheduled one, draws on them, and whose
 * customers haven't been told. A payment that a hold code stops needs no card yet.
 */
export async function listExpiringCards(queryable: Queryable, by: Day, limit: number): Promise<ExpiringCard[]> {
  const { rows } = await sql<ExpiringCard>`
    with drawn as (
      select user_id, customer_id, card_token, card_expiration, last_four, account_number,
        (to_date('01/' || card_expiration, 'DD/MM/YY') + interval '1 month' - interval '1 day')::date as good_through,
        on_day
      from (
        select user_id, customer_id, card_token, card_expiration, last_four, account_number, pay_on as on_day
        from payments where state = 'scheduled' and card_expiration is not null and not ${isPausedRow('payments')}
        union all
        select user_id, customer_id, card_token, card_expiration, last_four, account_number, null
        from recurring_payments
        where state = 'active' and card_expiration is not null and not ${isPausedRow('recurring_payments')}
      ) as set_up
    )
    select user_id as "userId", customer_id as "customerId", card_token as "token", card_expiration as "expiration",
      last_four as "lastFour", good_through::text as "goodThrough",
      array_agg(distinct account_number order by account_number) as "accountNumbers"
    from drawn
    where good_through <= ${by}::date and (on_day is null or on_day > good_through) and card_token is not null
      and not exists (
        select from card_expiry_notices as told
        where told.user_id = drawn.user_id and told.card_token = drawn.card_token
          and told.card_expiration = drawn.card_expiration
      )
    group by user_id, customer_id, card_token, card_expiration, last_four, good_through
    order by good_through, user_id
    limit ${limit}`.execute(queryable);
  return rows;
}

/** Returns false if another run has already told the customer. */
export async function insertExpiryNotice(
  transaction: Transaction,
  { userId, token, expiration }: ExpiringCard,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .withTables<PaymentTables>()
    .insertInto('card_expiry_notices')
    .values({ user_id: userId, card_token: token, card_expiration: expiration, noticed_at: at.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
