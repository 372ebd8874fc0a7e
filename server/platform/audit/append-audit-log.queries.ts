import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import { type LateRows, type Transaction, writeLate } from '#server/platform/db/database.ts';
import { insertMany } from '#server/platform/db/insert-many.ts';
import type { AuditKey } from './audit-key.queries.ts';
import type { AuditEvent, AuditLane, AuditLog } from './audit-log.ts';
import { authenticateEntry } from './authenticate-entry.ts';
import { findAuditProblems, makeAuditAnchor } from './verify-audit-log.queries.ts';

export function createAuditLog(clock: Clock, key: AuditKey): AuditLog {
  // A second lane could deadlock with a transaction that took them in the other order.
  const lanes = new WeakMap<Transaction, AuditLane>();
  return {
    async record(transaction, event) {
      const { lane, head: previous } = lanes.get(transaction) ?? (await lockLane(transaction));
      const recordedAt = clock.now().round('millisecond').toString();
      const head = authenticateEntry(key.key, { previous, lane, recordedAt, event });
      lanes.set(transaction, { lane, head });
      writeLate(transaction, newEntries, { recordedAt, event, lane, keyId: key.keyId, previous, head });
    },
    holdLane(transaction, lane) {
      lanes.set(transaction, lane);
    },
    findProblems: (database, anchors = [], signal) => findAuditProblems(database, key, anchors, signal),
    makeAnchor: (database, previous) => makeAuditAnchor(database, clock, key, previous),
  };
}

interface NewEntry extends AuditLane {
  readonly recordedAt: string;
  readonly event: AuditEvent;
  readonly keyId: number;
  readonly previous: Uint8Array;
}

/** All of one lane. */
const newEntries: LateRows<NewEntry> = {
  statementsFor(entries) {
    const newest = entries.at(-1);
    const rows = entries.map(({ recordedAt, event, lane, keyId, previous, head }) => ({
      recorded_at: recordedAt,
      user_id: event.userId,
      event: event.event,
      details: JSON.stringify(event.details),
      lane,
      key_id: keyId,
      previous_head: previous,
      head,
    }));
    return [
      sql`update audit_lanes set head = ${newest?.head} where lane = ${newest?.lane}`,
      insertMany('audit_log', entryColumns, rows),
    ];
  },
};

const entryColumns = {
  recorded_at: 'timestamptz',
  user_id: 'bigint',
  event: 'text',
  details: 'jsonb',
  lane: 'smallint',
  key_id: 'smallint',
  previous_head: 'bytea',
  head: 'bytea',
};

/**
 * Takes a free lane in another module's statement, once `condition` holds: a table of at most one row, for `holdLane`.
 * Saves a statement.
 */
export function takingLane(condition: RawBuilder<boolean>): RawBuilder<AuditLane> {
  return sql`select lane, head from audit_lanes where ${condition} order by lane limit 1 for update skip locked`;
}

/** Takes a lane that no other process is writing to; if all are busy, waits for one of them. Serializes writers per lane. */
async function lockLane(transaction: Transaction): Promise<AuditLane> {
  const free = await sql<AuditLane>`${takingLane(sql`true`)}`.execute(transaction);
  if (free.rows[0]) return free.rows[0];
  const { rows } = await sql<AuditLane>`
    select lane, head from audit_lanes
    where lane = (select floor(random() * count(*)) from audit_lanes) for update`.execute(transaction);
  if (!rows[0]) throw new Error('The audit log has no lanes');
  return rows[0];
}
