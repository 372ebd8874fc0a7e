import { announceDebits } from '#server/payments/settlement/announce-debits.command.ts';
import { runDuePayments } from '#server/payments/end-of-day/run-due-payments.command.ts';
import { warnOfExpiringCards } from '#server/payments/settlement/warn-of-expiring-cards.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Submits the day's scheduled and recurring payments, and sends notices of varying amounts and expiring cards. */
export const runDuePaymentsJob: Job = {
  name: 'run-due-payments',
  schedule: '*/5 * * * *',
  async run(services, stopping) {
    const submitted = await runDuePayments(services, stopping);
    if (submitted > 0) services.log.info({ submitted }, 'submitted due payments');
    await announceDebits(services, stopping);
    await warnOfExpiringCards(services, stopping);
  },
};
