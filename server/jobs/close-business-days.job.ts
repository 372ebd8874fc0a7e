import { closeBusinessDays } from '#server/features/payments/end-of-day/close-business-days.command.ts';
import type { Job } from './job.ts';

/** Looks every few minutes whether a business day is over; its cut-off is the institution's. */
export const closeBusinessDaysJob: Job = {
  name: 'close-business-days',
  schedule: '*/5 * * * *',
  async run(services, stopping) {
    for (const { businessOn, lateCharges, fileId, comparison } of await closeBusinessDays(services, stopping)) {
      const differences = comparison?.differences.length ?? 0;
      services.log.info({ businessOn, lateCharges, fileId, differences }, 'a business day was closed');
    }
  },
};
