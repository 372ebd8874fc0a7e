import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { AuditEvent } from './audit-log.ts';

export interface OperatorAction {
  readonly action: string;
  /** The name given with the command. */
  readonly by: string;
  readonly details?: AuditEvent['details'];
}

export async function recordOperatorAction(
  { database, audit }: Pick<Services, 'database' | 'audit'>,
  { action, by, details = {} }: OperatorAction,
): Promise<void> {
  await inTransaction(database, (transaction) =>
    audit.record(transaction, { event: action, userId: null, details: { ...details, by } }),
  );
}
