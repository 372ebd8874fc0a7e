import type { Transaction } from '#server/platform/db/database.ts';

/** Append-only record of security and money events, chained by hash. */
export interface AuditLog {
  /** Call in the transaction of the event. Details must not contain secrets, card numbers or account numbers. */
  record(transaction: Transaction, event: AuditEvent): Promise<void>;
}

export interface AuditEvent {
  readonly event: string;
  readonly userId: number | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}
