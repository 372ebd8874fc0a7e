import { settlePayments } from './settle-payments.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Finishes payments whose process died, and asks what became of unknown ones. */
export const recoverPaymentsJob: Job = {
  name: 'recover-payments',
  schedule: '* * * * *',
  async run(services, stopping) {
    const settled = await settlePayments(services, stopping);
    if (settled > 0) services.log.info({ settled }, 'payments were settled');
  },
};
