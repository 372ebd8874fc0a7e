import { announceDebits } from '#server/payments/settlement/announce-debits.command.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { warnOfExpiringCards } from '#server/payments/settlement/warn-of-expiring-cards.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Submits the scheduled and recurring payments of the day, and tells amounts that vary and cards that expire beforehand. */
export const runDuePaymentsJob: Job = {
  name: 'run-due-payments',
  schedule: '*/5 * * * *',
  async run(services, stopping) {
    const submitted = await runDuePayments(services, stopping);
    if (submitted > 0) services.log.info({ submitted }, 'payments that were due were submitted');
    await announceDebits(services, stopping);
    await warnOfExpiringCards(services, stopping);
  },
};
