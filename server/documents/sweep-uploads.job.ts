import type { Job } from '#server/platform/jobs/job.ts';
import type { Services } from '#server/services.ts';
import { listOnTheirWay } from './documents.queries.ts';
import { withdrawDocument } from './withdraw-document.command.ts';

/** Longer than any upload takes to be stored once it has been received. */
const ON_ITS_WAY_MINUTES = 15;

const BATCH = 100;

/** Four times an hour: nothing of an upload that was cut off by a crash stays. */
export const sweepUploadsJob: Job = {
  name: 'sweep-uploads',
  schedule: '*/15 * * * *',
  async run(services, stopping) {
    const swept = await sweepUploads(services, stopping);
    if (swept > 0) services.log.warn({ swept }, 'documents on their way were swept away');
  },
};

/**
 * Removes what uploads left behind whose process died between row and file: the row, and the
 * file if there is one.
 * @returns how many there were.
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
      // The next run tries again; the others need not wait for that.
      log.error({ err: error, documentId }, 'a document on its way could not be swept away');
    }
  }
  return swept;
}
