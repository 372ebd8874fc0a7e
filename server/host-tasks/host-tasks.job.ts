import { runHostTasks } from './run-host-tasks.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

export const hostTasksJob: Job = {
  name: 'host-tasks',
  schedule: '* * * * *',
  async run(services, stopping) {
    const done = await runHostTasks(services, stopping);
    if (done > 0) services.log.info({ done }, 'completed pending host tasks');
  },
};
