import { tryEach } from '#server/host-tasks/try-each.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { applyCorrection } from './correct-email.command.ts';
import { listDueCorrections } from './corrected-emails.queries.ts';

const PER_RUN = 200;

/** Applies email addresses that staff corrected, if no one objected within a day. */
export const correctEmailsJob: Job = {
  name: 'correct-emails',
  schedule: '*/5 * * * *',
  async run(services, stopping) {
    await tryEach(services, await listDueCorrections(services.database, services.clock.now(), PER_RUN), {
      work: (correction) => applyCorrection(services, correction),
      nameOf: ({ correctionId }) => ({ correctionId }),
      failure: 'a corrected email address was not applied; tried again',
      stopping,
    });
  },
};
