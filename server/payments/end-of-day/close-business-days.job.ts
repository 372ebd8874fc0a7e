import { listOpenDays, listStepProblems } from './business-days.queries.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

const MAX_LOGGED = 20;

/** Checks every few minutes whether a business day is over, by the institution's cut-off. */
export const closeBusinessDaysJob: Job = {
  name: 'close-business-days',
  schedule: '*/5 * * * *',
  async run(services, stopping) {
    for (const { businessOn, lateCharges, fileId, comparison } of await closeBusinessDays(services, stopping)) {
      const differences = comparison?.differences.length ?? 0;
      services.log.info({ businessOn, lateCharges, fileId, differences }, 'closed a business day');
    }
    for (const { businessOn } of await listOpenDays(services.database, MAX_LOGGED)) {
      for (const { step, problem } of await listStepProblems(services.database, businessOn)) {
        services.log.warn({ businessOn, step, problem }, 'could not close a business day yet');
      }
    }
  },
};
