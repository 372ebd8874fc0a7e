import { createHmac } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inSnapshot, type Queryable } from '#server/platform/db/database.ts';
import { authenticateEntry, hashEntry } from './authenticate-entry.ts';
import type { AuditKey } from './audit-key.queries.ts';
import type { AuditAnchor, AuditEvent, AuditProblem } from './audit-log.ts';

const GENESIS = '00'.repeat(32);
const ROWS_AT_ONCE = 1_000;

/**
 * Reads one snapshot: entries of different lanes commit in any order.
 * @throws the reason of `signal` once it is aborted
 */
export function findAuditProblems(
  database: Database,
  key: AuditKey,
  anchors: readonly AuditAnchor[],
  signal?: AbortSignal,
): Promise<readonly AuditProblem[]> {
  return inSnapshot(database, async (snapshot) => {
    const checked = await checkEntries(snapshot, key, anchors.at(-1), signal);
    if (checked.authenticCount === 0 && checked.keyedCount > 0) return [{ kind: 'wrongKey' }];
    const heads = await readHeads(snapshot);
    const lanes = Object.keys({ ...heads, ...Object.fromEntries(checked.heads) }).map(Number);
    const cut = lanes.filter(
      (lane) =>
        !checked.broken.has(lane) &&
        (checked.anchorsMissed.has(lane) || heads[lane] !== (checked.heads.get(lane) ?? GENESIS)),
    );
    return [
      ...[...checked.broken.values()].map((auditId) => ({ kind: 'changed', auditId }) as const),
      ...cut.map((lane) => ({ kind: 'cut', lane }) as const),
      ...findChangedAnchors(key, anchors),
    ];
  });
}

/** Keyed, and covering the previous anchor: one can't be changed or removed without changing all later ones. */
export async function makeAuditAnchor(
  database: Database,
  clock: Clock,
  key: AuditKey,
  previous: AuditAnchor | undefined,
): Promise<AuditAnchor> {
  const anchor = { at: clock.now().toString(), heads: await readHeads(database) };
  return { ...anchor, mac: authenticateAnchor(key, anchor, previous) };
}

interface CheckedEntries {
  /** Entries with a key, and how many of them match it. */
  readonly keyedCount: number;
  readonly authenticCount: number;
  /** The first entry of each lane that doesn't match the one before it. */
  readonly broken: ReadonlyMap<number, number>;
  readonly heads: ReadonlyMap<number, string>;
  /** Lanes without the entry that was their newest at the anchor. */
  readonly anchorsMissed: ReadonlySet<number>;
}

async function checkEntries(
  snapshot: Queryable,
  { key, keyId }: AuditKey,
  anchor: AuditAnchor | undefined,
  signal: AbortSignal | undefined,
): Promise<CheckedEntries> {
  const heads = new Map<number, string>();
  const broken = new Map<number, number>();
  const keyedLanes = new Set<number>();
  const anchored = Object.entries(anchor?.heads ?? {}).filter(([, head]) => head !== GENESIS);
  const anchorsMissed = new Map(anchored.map(([lane, head]) => [Number(lane), head]));
  let keyedCount = 0;
  let authenticCount = 0;
  let after = 0;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await readEntries(snapshot, after);
    for (const row of rows) {
      const { lane, audit_id: auditId } = row;
      after = auditId;
      const entry = {
        previous: row.previous_head,
        lane,
        recordedAt: row.recorded_at.toString(),
        event: { event: row.event, userId: row.user_id, details: row.details as AuditEvent['details'] },
      };
      const expected = row.key_id === keyId ? authenticateEntry(key, entry) : hashEntry(entry);
      const isAuthentic = expected.equals(row.head);
      if (row.key_id !== null) keyedCount += 1;
      if (row.key_id !== null && isAuthentic) authenticCount += 1;
      // Entries without a key are older than the first one with a key.
      const isDowngraded = row.key_id === null ? lane !== 0 || keyedLanes.has(lane) : row.key_id !== keyId;
      const follows = hex(row.previous_head) === (heads.get(lane) ?? GENESIS);
      if ((!isAuthentic || isDowngraded || !follows) && !broken.has(lane)) broken.set(lane, auditId);
      if (row.key_id !== null) keyedLanes.add(lane);
      heads.set(lane, hex(row.head));
      if (anchorsMissed.get(lane) === hex(row.head)) anchorsMissed.delete(lane);
    }
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return { keyedCount, authenticCount, broken, heads, anchorsMissed: new Set(anchorsMissed.keys()) };
}

function readEntries(snapshot: Queryable, after: number) {
  return snapshot
    .selectFrom('audit_log')
    .selectAll()
    .where('audit_id', '>', after)
    .orderBy('audit_id')
    .limit(ROWS_AT_ONCE)
    .execute();
}

async function readHeads(queryable: Queryable): Promise<Record<number, string>> {
  const rows = await queryable.selectFrom('audit_lanes').selectAll().orderBy('lane').execute();
  return Object.fromEntries(rows.map(({ lane, head }) => [lane, hex(head)]));
}

function findChangedAnchors(key: AuditKey, anchors: readonly AuditAnchor[]): AuditProblem[] {
  return anchors.flatMap((anchor, index) =>
    authenticateAnchor(key, anchor, anchors[index - 1]) === anchor.mac
      ? []
      : [{ kind: 'anchorChanged', at: anchor.at }],
  );
}

function authenticateAnchor(
  { key }: AuditKey,
  { at, heads }: Pick<AuditAnchor, 'at' | 'heads'>,
  previous: AuditAnchor | undefined,
): string {
  const content = JSON.stringify([
    'anchor',
    previous?.mac ?? '',
    at,
    Object.entries(heads).toSorted(([a], [b]) => Number(a) - Number(b)),
  ]);
  return createHmac('sha256', key).update(content).digest('hex');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
