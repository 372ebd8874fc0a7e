import { sql } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import type { Transaction } from '#server/platform/db/database.ts';
import type { AuditKey } from './audit-key.queries.ts';
import type { AuditLog } from './audit-log.ts';
import { authenticateEntry } from './authenticate-entry.ts';
import { findAuditProblems, makeAuditAnchor } from './verify-audit-log.queries.ts';

interface Lane {
  readonly lane: number;
  readonly head: Uint8Array;
}

export function createAuditLog(clock: Clock, key: AuditKey): AuditLog {
  // A second lane could deadlock with a transaction that took them in the other order.
  const lanes = new WeakMap<Transaction, number>();
  return {
    async record(transaction, event) {
      const { lane, head: previous } = await lockLane(transaction, lanes.get(transaction));
      lanes.set(transaction, lane);
      const recordedAt = clock.now().round('millisecond').toString();
      const head = authenticateEntry(key.key, { previous, lane, recordedAt, event });
      await sql`
        with moved as (update audit_lanes set head = ${head} where lane = ${lane})
        insert into audit_log (recorded_at, user_id, event, details, lane, key_id, previous_head, head)
        values (${recordedAt}, ${event.userId}, ${event.event}, ${JSON.stringify(event.details)},
          ${lane}, ${key.keyId}, ${previous}, ${head})`.execute(transaction);
    },
    findProblems: (database, anchors = []) => findAuditProblems(database, key, anchors),
    makeAnchor: (database, previous) => makeAuditAnchor(database, clock, key, previous),
  };
}

/** Takes a lane that no one is writing to; if all are busy, waits for one of them. Serializes writers per lane. */
async function lockLane(transaction: Transaction, taken: number | undefined): Promise<Lane> {
  if (taken === undefined) {
    const free =
      await sql<Lane>`select lane, head from audit_lanes order by lane limit 1 for update skip locked`.execute(
        transaction,
      );
    if (free.rows[0]) return free.rows[0];
  }
  const lane = taken ?? sql`(select floor(random() * count(*)) from audit_lanes)`;
  const { rows } = await sql<Lane>`select lane, head from audit_lanes where lane = ${lane} for update`.execute(
    transaction,
  );
  if (!rows[0]) throw new Error('The audit log has no lanes');
  return rows[0];
}
