import { createHash, createHmac } from 'node:crypto';
import type { AuditEvent } from './audit-log.ts';

export interface EntryToAuthenticate {
  /** The head of the lane before the entry. */
  readonly previous: Uint8Array;
  readonly lane: number;
  readonly recordedAt: string;
  readonly event: AuditEvent;
}

export function authenticateEntry(key: Uint8Array, { previous, lane, recordedAt, event }: EntryToAuthenticate): Buffer {
  return createHmac('sha256', key).update(previous).update(`${lane} `).update(contentOf(recordedAt, event)).digest();
}

/** How entries were chained before they had a key. */
export function hashEntry({ previous, recordedAt, event }: EntryToAuthenticate): Buffer {
  return createHash('sha256').update(previous).update(contentOf(recordedAt, event)).digest();
}

function contentOf(recordedAt: string, event: AuditEvent): Buffer {
  const details = JSON.stringify(Object.entries(event.details).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return Buffer.from(
    JSON.stringify([Temporal.Instant.from(recordedAt).epochMilliseconds, event.userId, event.event, details]),
  );
}
