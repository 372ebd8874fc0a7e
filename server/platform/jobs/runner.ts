import type { PgBoss } from 'pg-boss';
import type { Services } from '#server/services.ts';
import type { Job } from './job.ts';
import { createJobQueue } from './job-queue.ts';

/** A run that takes longer is taken to have died with its process. */
const LONGEST_RUN_SECONDS = 600;

/** How often a process looks for work. */
const LOOK_EVERY_SECONDS = 2;

/** How long work in hand may take once the process is to stop. */
const STOP_WITHIN_MS = 8_000;

export interface RunningJobs {
  /** Takes no new work and finishes what is in hand. */
  stop(): Promise<void>;
}

/** Runs every job now and whenever it is due; processes share the work through the database. */
export async function startJobs(services: Services, jobs: readonly Job[]): Promise<RunningJobs> {
  const queue = createJobQueue(services.jobStore);
  const stopping = new AbortController();
  queue.on('error', (error) => services.log.error({ err: error }, 'the queue of jobs has a problem'));
  await queue.start();
  for (const job of jobs) await startJob(services, queue, job, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await queue.stop({ graceful: true, timeout: STOP_WITHIN_MS });
    },
  };
}

async function startJob(services: Services, queue: PgBoss, job: Job, stopping: AbortSignal): Promise<void> {
  // At most one run waits; those that run at the same time share the work among themselves.
  await queue.createQueue(job.name, {
    policy: 'short',
    expireInSeconds: LONGEST_RUN_SECONDS,
    retryLimit: 0,
    deleteAfterSeconds: 3_600,
  });
  await queue.schedule(job.name, job.schedule, null, { tz: services.institution.timeZone });
  await queue.send(job.name);
  await queue.work(job.name, { pollingIntervalSeconds: LOOK_EVERY_SECONDS }, () => runJob(services, job, stopping));
}

async function runJob(services: Services, job: Job, stopping: AbortSignal): Promise<void> {
  try {
    await job.run(services, stopping);
  } catch (error) {
    services.log.error({ err: error, job: job.name }, 'a job failed');
    throw error;
  }
}
