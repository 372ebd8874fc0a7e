import { deleteOutdated } from './retention.queries.ts';
import type { Job } from './job.ts';

/** Nightly: deletes data past its retention period. */
export const deleteOutdatedJob: Job = {
  name: 'delete-outdated',
  schedule: '30 2 * * *',
  run: ({ database, clock }) => deleteOutdated(database, clock.now()),
};
