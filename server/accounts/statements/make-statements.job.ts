import { makeStatements } from './make-statements.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Every night of the first week of a month, so that a night on which the machine was off is made up for. */
export const makeStatementsJob: Job = {
  name: 'make-statements',
  schedule: '10 3 1-7 * *',
  async run(services, stopping) {
    const made = await makeStatements(services, stopping);
    if (made > 0) services.log.info({ made }, 'statements were made');
  },
};
