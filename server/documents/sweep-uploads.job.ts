import type { Job } from '#server/platform/jobs/job.ts';
import type { Services } from '#server/services.ts';
import { listOnTheirWay } from './documents.queries.ts';
import { withdrawDocument } from './withdraw-document.command.ts';

/** Longer than storing a received upload takes. */
const ON_ITS_WAY_MINUTES = 15;

const BATCH = 100;

/** Runs four times an hour, so remains of interrupted uploads don't stay. */
export const sweepUploadsJob: Job = {
  name: 'sweep-uploads',
  schedule: '*/15 * * * *',
  async run(services, stopping) {
    const swept = await sweepUploads(services, stopping);
    if (swept > 0) services.log.warn({ swept }, 'removed unfinished documents');
  },
};

/**
 * Removes rows and files of uploads whose process died.
 * Returns how many there were.
 */
export async function sweepUploads(services: Services, stopping: AbortSignal): Promise<number> {
  const { clock, database, log } = services;
  const before = clock.now().subtract({ minutes: ON_ITS_WAY_MINUTES });
  let swept = 0;
  for (const { documentId, storageName } of await listOnTheirWay(database, before, BATCH)) {
    if (stopping.aborted) break;
    try {
      if (await withdrawDocument(services, { documentId, storageName })) swept += 1;
    } catch (error) {
      // Retried by the next run; continue with the others.
      log.error({ err: error, documentId }, 'could not remove an unfinished document');
    }
  }
  return swept;
}
