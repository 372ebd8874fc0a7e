import type { Job } from '#server/platform/jobs/job.ts';
import type { Services } from '#server/services.ts';
import { hideAttachmentsNotSent } from './attachments.queries.ts';
import { listOnTheirWay } from './documents.queries.ts';
import { withdrawDocument } from './withdraw-document.command.ts';

/** Longer than storing a received upload takes. */
const ON_ITS_WAY_MINUTES = 15;

/** A message or a request may be written for hours before it is sent. */
const NOT_SENT_HOURS = 24;

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
 * Removes rows and files of uploads whose process died, and of attachments whose message or
 * request was never sent or was deleted.
 * Returns how many there were.
 */
export async function sweepUploads(services: Services, stopping: AbortSignal): Promise<number> {
  const { clock, database, log } = services;
  const now = clock.now();
  const before = now.subtract({ minutes: ON_ITS_WAY_MINUTES });
  await hideAttachmentsNotSent(database, now.subtract({ hours: NOT_SENT_HOURS }), BATCH);
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
