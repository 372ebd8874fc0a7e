import path from 'node:path';
import type { Clock } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import type { AuditAnchor, AuditLog, AuditProblem } from './audit-log.ts';
import { readAuditAnchors } from './audit-anchors.ts';
import { keepVerification } from './audit-verifications.ts';

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
 * @param anchorsFile others than the configured ones, such as a copy's: what they show is not kept
 * @throws Error if the anchors exist but can't be read
 */
export async function verifyAuditLog(
  services: VerifyingServices,
  by: string,
  {
    anchorsFile = services.config.auditAnchorsFile,
    signal,
  }: { readonly anchorsFile?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<VerifiedLog> {
  const { audit, clock, config, database } = services;
  const anchors = await readAuditAnchors(anchorsFile);
  const problems = await audit.findProblems(database, anchors ?? [], signal);
  const lastAnchor = anchors?.at(-1);
  if (path.resolve(anchorsFile) === path.resolve(config.auditAnchorsFile)) {
    const anchored = lastAnchor !== undefined;
    await keepVerification(services, { at: clock.now().toString(), by, problems: problems.length, anchored });
  }
  return { problems, lastAnchor };
}
