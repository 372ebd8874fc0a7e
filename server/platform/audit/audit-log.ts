import type { Transaction } from '#server/platform/db/database.ts';

/** The append-only record of security and money events, chained by hash. */
export interface AuditLog {
  /** Within the transaction of what it records: both happen or neither. Details hold no secrets and no numbers of cards or accounts. */
  record(transaction: Transaction, event: AuditEvent): Promise<void>;
}

export interface AuditEvent {
  /** e.g. `sign-in`, `sign-in-refused`, `payment-posted` */
  readonly event: string;
  readonly userId: number | null;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}
