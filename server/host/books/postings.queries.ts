import { sql } from 'kysely';
import type { Cents } from '#common/core/money.ts';
import type { PostingRecord } from '#server/host/host.ts';
import type { Queryable } from '#server/platform/db/database.ts';
import { ledger } from './ledger-codes.ts';

/** What payments brought to the accounts where cards and drafts are settled. */
export async function selectPostings(database: Queryable, paymentIds: readonly string[]): Promise<PostingRecord[]> {
  const { rows } = await sql<{ paymentId: string; byCard: boolean; totalCents: Cents; reversed: boolean }>`
    select payment_id as "paymentId",
      ledger_code = ${ledger.cardClearing} as "byCard",
      sum(amount_cents)::bigint as "totalCents",
      exists (select from transfers as reversal where reversal.reverses_transfer_id = transfers.transfer_id) as reversed
    from transfers join postings using (transfer_id)
    where payment_id = any(${paymentIds}::text[]) and ledger_code in (${ledger.cardClearing}, ${ledger.achClearing})
    group by transfers.transfer_id, payment_id, ledger_code`.execute(database);
  return rows.map(({ byCard, ...posted }) => ({ ...posted, method: byCard ? 'Card' : 'ACH' }));
}
