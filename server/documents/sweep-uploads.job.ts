import { sweepUploads } from './sweep-uploads.command.ts';
import type { Job } from '#server/platform/jobs/job.ts';

/** Four times an hour: nothing of an upload that was cut off by a crash stays. */
export const sweepUploadsJob: Job = {
  name: 'sweep-uploads',
  schedule: '*/15 * * * *',
  async run(services, stopping) {
    const swept = await sweepUploads(services, stopping);
    if (swept > 0) services.log.warn({ swept }, 'documents on their way were swept away');
  },
};
