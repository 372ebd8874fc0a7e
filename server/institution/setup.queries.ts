import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

export interface ClientErrorReport {
  readonly message: string;
  readonly stack: string;
  readonly userAgent: string;
}

/** Stores one row per distinct error, however often it is reported. */
export async function recordClientError(
  database: Database,
  report: ClientErrorReport,
  at: Temporal.Instant,
): Promise<void> {
  const fingerprint = createHash('sha256').update(`${report.message}\0${report.stack}`).digest();
  await database
    .insertInto('client_errors')
    .values({
      fingerprint,
      message: report.message,
      stack: report.stack,
      user_agent: report.userAgent,
      first_seen_at: at.toString(),
    })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({ seen_count: sql`client_errors.seen_count + 1` }),
    )
    .execute();
}
