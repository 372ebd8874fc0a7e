import { settlePayments } from './settle-payments.command.ts';
import { takeBackReversed } from '#server/payments/end-of-day/reverse-bank-file.command.ts';
import { finishCardSetups } from '#server/payments/methods/card-setup.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/**
 * Settles payments whose process died, asks for unknown outcomes and for cards that wait for a confirmation, and takes
 * back what is left of the payments that a reversing file gives back.
 */
export const recoverPaymentsJob: Job = {
  name: 'recover-payments',
  schedule: '* * * * *',
  async run(services, stopping) {
    const settled = await settlePayments(services, stopping);
    if (settled > 0) services.log.info({ settled }, 'settled payments');
    await takeBackReversed(services, stopping);
    await finishCardSetups(services, stopping);
  },
};
