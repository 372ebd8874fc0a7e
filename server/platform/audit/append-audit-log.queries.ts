import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { AuditEvent, AuditLog } from './audit-log.ts';

/** Serializes writers: each entry's hash covers the previous one. */
const CHAIN_LOCK = 7_269_001;

const GENESIS = Buffer.alloc(32);

export function createAuditLog(clock: Clock): AuditLog {
  return {
    async record(transaction, event) {
      await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(transaction);
      const recordedAt = clock.now().round('millisecond').toString();
      // Reads and hashes the previous entry in the database, so other writers don't wait for round trips.
      await sql`
        insert into audit_log (recorded_at, user_id, event, details, previous_hash, hash)
        select ${recordedAt}, ${event.userId}::bigint, ${event.event}, ${JSON.stringify(event.details)}::jsonb,
          last.hash, sha256(last.hash || ${contentOf(recordedAt, event)}::bytea)
        from (
          select coalesce((select hash from audit_log order by audit_id desc limit 1), ${GENESIS}::bytea) as hash
        ) as last`.execute(transaction);
    },
  };
}

/**
 * Verifies the whole chain.
 * @returns the first entry that doesn't match its predecessor, or undefined
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
  return createHash('sha256').update(previousHash).update(contentOf(recordedAt, event)).digest();
}

/** The parts of an entry that its hash covers. */
function contentOf(recordedAt: string, event: AuditEvent): Buffer {
  const details = JSON.stringify(Object.entries(event.details).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return Buffer.from(
    JSON.stringify([Temporal.Instant.from(recordedAt).epochMilliseconds, event.userId, event.event, details]),
  );
}
