import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { AuditEvent, AuditLog } from './audit-log.ts';

/** One writer at a time: each entry's hash covers the one before it. */
const CHAIN_LOCK = 7_269_001;

const GENESIS = Buffer.alloc(32);

/** The audit log in our own database. */
export function createAuditLog(clock: Clock): AuditLog {
  return {
    async record(transaction, event) {
      await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(transaction);
      const last = await transaction
        .selectFrom('audit_log')
        .select('hash')
        .orderBy('audit_id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const previousHash = last ? Buffer.from(last.hash) : GENESIS;
      const recordedAt = clock.now().round('millisecond').toString();
      await transaction
        .insertInto('audit_log')
        .values({
          recorded_at: recordedAt,
          user_id: event.userId,
          event: event.event,
          details: JSON.stringify(event.details),
          previous_hash: previousHash,
          hash: hashOf(previousHash, recordedAt, event),
        })
        .execute();
    },
  };
}

/**
 * Walks the whole chain.
 * @returns the first entry that does not follow from the one before it, or nothing when all do.
 */
export async function findBrokenAuditEntry(database: Database): Promise<number | undefined> {
  let previousHash: Buffer = GENESIS;
  let after = 0;
  for (;;) {
    const rows = await database
      .selectFrom('audit_log')
      .selectAll()
      .where('audit_id', '>', after)
      .orderBy('audit_id')
      .limit(1_000)
      .execute();
    if (rows.length === 0) return undefined;
    for (const row of rows) {
      const event = { event: row.event, userId: row.user_id, details: row.details as AuditEvent['details'] };
      const expected = hashOf(previousHash, row.recorded_at.toString(), event);
      if (!expected.equals(row.hash) || !previousHash.equals(row.previous_hash)) return row.audit_id;
      previousHash = expected;
      after = row.audit_id;
    }
  }
}

function hashOf(previousHash: Uint8Array, recordedAt: string, event: AuditEvent): Buffer {
  const details = JSON.stringify(Object.entries(event.details).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256')
    .update(previousHash)
    .update(JSON.stringify([Temporal.Instant.from(recordedAt).epochMilliseconds, event.userId, event.event, details]))
    .digest();
}
