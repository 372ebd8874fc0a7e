import { listOpenDays, listStepProblems } from './business-days.queries.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

const MAX_LOGGED = 20;

/** Looks every few minutes whether a business day is over; its cut-off is the institution's. */
export const closeBusinessDaysJob: Job = {
  name: 'close-business-days',
  schedule: '*/5 * * * *',
  async run(services, stopping) {
    for (const { businessOn, lateCharges, fileId, comparison } of await closeBusinessDays(services, stopping)) {
      const differences = comparison?.differences.length ?? 0;
      services.log.info({ businessOn, lateCharges, fileId, differences }, 'a business day was closed');
    }
    for (const { businessOn } of await listOpenDays(services.database, MAX_LOGGED)) {
      for (const { step, problem } of await listStepProblems(services.database, businessOn)) {
        services.log.warn({ businessOn, step, problem }, 'a business day could not be ended yet');
      }
    }
  },
};
