import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { AuditAnchor, AuditLog, AuditProblem } from './audit-log.ts';
import { readAuditAnchors } from './audit-anchors.ts';
import { appendVerification } from './audit-verifications.ts';

interface VerifyingServices {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly config: Pick<Config, 'auditAnchorsFile'>;
  readonly database: Database;
  readonly log: Services['log'];
}

export interface VerifiedLog {
  readonly problems: readonly AuditProblem[];
  readonly lastAnchor: AuditAnchor | undefined;
}

/**
 * Compares all entries with their key and their anchors, and keeps when that was and what it found.
 * @param anchorsFile others than the configured ones
 */
export async function verifyAuditLog(
  { audit, clock, config, database, log }: VerifyingServices,
  by: string,
  {
    anchorsFile = config.auditAnchorsFile,
    signal,
  }: { readonly anchorsFile?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<VerifiedLog> {
  const anchors = await readAuditAnchors(anchorsFile);
  const problems = await audit.findProblems(database, anchors ?? [], signal);
  try {
    await appendVerification(config, { at: clock.now().toString(), by, problems: problems.length });
  } catch (error) {
    // Whoever asked gets the result all the same.
    log.error({ err: error }, 'the result of verifying the audit log could not be kept');
  }
  return { problems, lastAnchor: anchors?.at(-1) };
}
