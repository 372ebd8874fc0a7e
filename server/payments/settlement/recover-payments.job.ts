import { settlePayments } from './settle-payments.command.ts';
import { finishCardSetups } from '#server/payments/methods/card-setup.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Settles payments whose process died, and asks for unknown outcomes and for cards that wait for a confirmation. */
export const recoverPaymentsJob: Job = {
  name: 'recover-payments',
  schedule: '* * * * *',
  async run(services, stopping) {
    const settled = await settlePayments(services, stopping);
    if (settled > 0) services.log.info({ settled }, 'settled payments');
    await finishCardSetups(services, stopping);
  },
};
