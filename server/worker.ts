import { allJobs } from './all-jobs.ts';
import { compose } from './compose.ts';
import { startJobs } from './platform/jobs/runner.ts';
import { readConfig } from './platform/config.ts';
import { runProcess } from './platform/process.ts';

/** Runs only the jobs, next to servers with PASSBOOK_JOBS=elsewhere. */
await runProcess(async () => {
  const { services, close } = await compose(readConfig(process.env));
  const jobs = await startJobs(services, allJobs);
  services.log.info('running jobs');
  return {
    log: services.log,
    async stop() {
      await jobs.stop();
      await close();
    },
  };
});
