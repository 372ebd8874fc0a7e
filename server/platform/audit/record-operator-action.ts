import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { AuditEvent } from './audit-log.ts';

export interface OperatorAction {
  /** e.g. `bank-file-handed-over` */
  readonly action: string;
  /** The name that the command was given with. */
  readonly by: string;
  readonly details?: AuditEvent['details'];
}

/** Writes what an operator does to the audit log, in a transaction of its own. */
export async function recordOperatorAction(
  { database, audit }: Pick<Services, 'database' | 'audit'>,
  { action, by, details = {} }: OperatorAction,
): Promise<void> {
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: action, userId: null, details: { ...details, by } }),
  );
}
