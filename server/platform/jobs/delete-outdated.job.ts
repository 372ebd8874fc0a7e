import { deleteOutdated } from './retention.queries.ts';
import type { Job } from './job.ts';

/** Once a night: what is no longer needed is no longer kept. */
export const deleteOutdatedJob: Job = {
  name: 'delete-outdated',
  schedule: '30 2 * * *',
  run: ({ database, clock }) => deleteOutdated(database, clock.now()),
};
