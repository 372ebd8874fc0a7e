import { addDays } from '#common/core/dates.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Nightly: keeps the ledger's balances at the end of the day, so that trial balances are quick. */
export const keepClosingJob: Job = {
  name: 'keep-ledger-closing',
  schedule: '20 0 * * *',
  run: async ({ ledgerReports, clock }) => ledgerReports?.keepClosing(addDays(clock.today(), -1)),
};
