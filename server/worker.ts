import { allJobs } from './all-jobs.ts';
import { compose } from './compose.ts';
import { announceQuarantine } from './platform/backup/quarantine.ts';
import { startJobs } from './platform/jobs/runner.ts';
import { startReloading } from './setup/start-reloading.ts';
import { runProcess } from './platform/process.ts';
import { logSettingWarnings, readCheckedConfig } from './setup/check-settings.ts';

/** Runs only the jobs, next to servers with PASSBOOK_JOBS=elsewhere. */
await runProcess(async () => {
  const { services, close } = await compose(await readCheckedConfig(process.env));
  await logSettingWarnings(services);
  const jobs = await startJobs(services, allJobs);
  services.log.info('running jobs');
  await announceQuarantine(services);
  const reloading = startReloading(services);
  return {
    log: services.log,
    reload: reloading.reload,
    async stop() {
      reloading.stop();
      await jobs.stop();
      await close();
    },
  };
});
