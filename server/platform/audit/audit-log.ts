import type { Database, Transaction } from '#server/platform/db/database.ts';

/** Append-only record of security and money events. Entries are chained in lanes and authenticated with a key. */
export interface AuditLog {
  /** Call in the transaction of the event. Details must not contain secrets, card numbers or account numbers. */
  record(transaction: Transaction, event: AuditEvent): Promise<void>;
  /** Writes this transaction's entries to a lane that it took before, with `takingLane`. */
  holdLane(transaction: Transaction, lane: AuditLane): void;
  /** Verifies all entries, and that those anchored outside the database are still there. Empty if all is well. */
  findProblems(
    database: Database,
    anchors?: readonly AuditAnchor[],
    signal?: AbortSignal,
  ): Promise<readonly AuditProblem[]>;
  /** Returns an anchor of the newest entries, to be stored outside the database. */
  makeAnchor(database: Database, previous: AuditAnchor | undefined): Promise<AuditAnchor>;
}

/** Where the next entry goes, and the newest one there. */
export interface AuditLane {
  readonly lane: number;
  readonly head: Uint8Array;
}

export interface AuditEvent {
  readonly event: string;
  readonly userId: number | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/** The newest entry of every lane at some moment. */
export interface AuditAnchor {
  readonly at: string;
  /** By lane, in hexadecimal. */
  readonly heads: Readonly<Record<string, string>>;
  /** Of this anchor and the one before it, in hexadecimal. */
  readonly mac: string;
}

export type AuditProblem =
  /** No entry matches the key, so another one wrote them. */
  | { readonly kind: 'wrongKey' }
  /** This entry or the one before it was changed, removed or inserted. */
  | { readonly kind: 'changed'; readonly auditId: number }
  /** The newest entries of the lane were removed. */
  | { readonly kind: 'cut'; readonly lane: number }
  | { readonly kind: 'anchorChanged'; readonly at: string };
