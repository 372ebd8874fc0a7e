import type { Generated, GeneratedAlways } from 'kysely';
import type { Queryable, Transaction } from '#server/platform/db/database.ts';
import type { InstantColumn, NullableInstantColumn } from '#server/platform/db/instants.ts';

/** Migration 0045. */
type CorrectionTables = {
  corrected_emails: CorrectedEmailsTable;
};

interface CorrectedEmailsTable {
  correction_id: GeneratedAlways<number>;
  customer_id: string;
  former_address: string;
  new_address: string;
  site_url: string;
  planned_at: InstantColumn;
  applies_at: InstantColumn;
  state: Generated<'waiting' | CorrectionOutcome>;
  settled_at: NullableInstantColumn;
}

type CorrectionOutcome = 'applied' | 'kept' | 'withdrawn';

export interface EmailCorrection {
  readonly correctionId: number;
  readonly customerId: string;
  readonly formerAddress: string;
  readonly newAddress: string;
  readonly siteUrl: string;
  readonly appliesAt: Temporal.Instant;
}

const columns = [
  'correction_id as correctionId',
  'customer_id as customerId',
  'former_address as formerAddress',
  'new_address as newAddress',
  'site_url as siteUrl',
  'applies_at as appliesAt',
] as const;

function selectWaiting(queryable: Queryable) {
  return queryable
    .withTables<CorrectionTables>()
    .selectFrom('corrected_emails')
    .select(columns)
    .where('state', '=', 'waiting');
}

export async function insertCorrection(
  transaction: Transaction,
  correction: Omit<EmailCorrection, 'correctionId'>,
  at: Temporal.Instant,
): Promise<void> {
  await transaction
    .withTables<CorrectionTables>()
    .insertInto('corrected_emails')
    .values({
      customer_id: correction.customerId,
      former_address: correction.formerAddress,
      new_address: correction.newAddress,
      site_url: correction.siteUrl,
      planned_at: at.toString(),
      applies_at: correction.appliesAt.toString(),
    })
    .execute();
}

export function findWaitingCorrection(queryable: Queryable, customerId: string): Promise<EmailCorrection | undefined> {
  return selectWaiting(queryable).where('customer_id', '=', customerId).executeTakeFirst();
}

export function listDueCorrections(
  queryable: Queryable,
  now: Temporal.Instant,
  limit: number,
): Promise<EmailCorrection[]> {
  return selectWaiting(queryable).where('applies_at', '<=', now).orderBy('applies_at').limit(limit).execute();
}

/** @returns the settled correction, or undefined if none was waiting */
export async function settleCorrection(
  transaction: Transaction,
  customerId: string,
  outcome: CorrectionOutcome,
  at: Temporal.Instant,
): Promise<EmailCorrection | undefined> {
  return transaction
    .withTables<CorrectionTables>()
    .updateTable('corrected_emails')
    .set({ state: outcome, settled_at: at.toString() })
    .where('customer_id', '=', customerId)
    .where('state', '=', 'waiting')
    .returning(columns)
    .executeTakeFirst();
}
