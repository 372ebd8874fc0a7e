import { runHostTasks } from './run-host-tasks.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Tells the host, and sends customers, what a process that died or a host that did not answer left. */
export const hostTasksJob: Job = {
  name: 'host-tasks',
  schedule: '* * * * *',
  async run(services, stopping) {
    const done = await runHostTasks(services, stopping);
    if (done > 0) services.log.info({ done }, 'tasks for the host were made up for');
  },
};
