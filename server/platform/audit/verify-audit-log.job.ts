import type { Job } from '#server/platform/jobs/job.ts';
import { keepVerification, readVerifications } from './audit-verifications.ts';
import { describeAuditProblem } from './describe-audit-problem.ts';
import { verifyAuditLog } from './verify-audit-log.command.ts';

/** Jobs run at every start too; a command or the desk may have verified already. */
const FRESH_HOURS = 20;

/** A run that takes longer than ten minutes counts as dead. */
const MAX_MS = 9 * 60_000;

/** Every night: verifies the whole audit log, so that a change is found without anyone asking. */
export const verifyAuditLogJob: Job = {
  name: 'verify-audit-log',
  schedule: '50 3 * * *',
  run: (services, stopping) => verifyNightly(services, stopping, AbortSignal.timeout(MAX_MS)),
};

/** @param tooLong ends it; that it did not come to an end is kept */
export async function verifyNightly(
  services: Parameters<Job['run']>[0],
  stopping: AbortSignal,
  tooLong: AbortSignal,
): Promise<void> {
  const { clock, config, log } = services;
  const known = await readVerifications(config);
  const finished = known === 'unreadable' ? undefined : known.finished;
  const freshUntil = finished && Temporal.Instant.from(finished.at).add({ hours: FRESH_HOURS });
  if (freshUntil && Temporal.Instant.compare(clock.now(), freshUntil) < 0) return;
  try {
    const { problems } = await verifyAuditLog(services, 'schedule', { signal: AbortSignal.any([stopping, tooLong]) });
    for (const problem of problems) log.error({ problem }, describeAuditProblem(problem));
  } catch (error) {
    if (stopping.aborted) return;
    if (!tooLong.aborted) throw error;
    const unfinished = { at: clock.now().toString(), by: 'schedule', problems: null, anchored: true };
    await keepVerification(services, unfinished);
    log.warn('the audit log is too long to be verified in one run of the job: run passbook audit verify');
  }
}
