import { sql } from 'kysely';
import type { Transaction } from '#server/platform/db/database.ts';

/** Returns false if the bank sent the same notice about this credit before. */
export async function insertCreditNotice(
  transaction: Transaction,
  notice: {
    readonly payoutId: string;
    readonly code: string;
    readonly fileHash: Uint8Array;
    readonly at: Temporal.Instant;
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into credit_notices (payout_id, code, file_hash, recorded_at)
    values (${notice.payoutId}, ${notice.code}, ${notice.fileHash}, ${notice.at.toString()})
    on conflict do nothing returning payout_id`.execute(transaction);
  return rows.length === 1;
}

/** A notice of change: the bank's words, and how it was handled. */
export async function saveCreditChange(
  transaction: Transaction,
  payoutId: string,
  change: {
    readonly code: string;
    readonly state: 'applied' | 'waiting' | 'dismissed';
    readonly reason: string | null;
    readonly by: string | null;
    readonly correctedSealed: Uint8Array;
  },
): Promise<void> {
  await sql`
    update credit_notices set state = ${change.state}, reason = ${change.reason}, decided_by = ${change.by},
      corrected_sealed = ${change.correctedSealed}
    where payout_id = ${payoutId} and code = ${change.code}`.execute(transaction);
}
